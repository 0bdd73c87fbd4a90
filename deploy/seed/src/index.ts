export * from './fill-demo.js';
export { DemoClock } from './demo-clock.js';
export { PdfDocument } from './receipts/pdf-document.js';
export { RestClient, type RestRequest } from './rest-client.js';
export { createAccounts, type Account } from './accounts.js';
export { demoClaims } from './demo-company.js';
export { DEMO_PASSWORD } from './people.js';
export { SeededRandom } from './seeded-random.js';
