export * from './fill-demo.js';
export { RestClient, type RestRequest } from './rest-client.js';
export { openAccounts, type Account } from './accounts.js';
export { demoClaims } from './demo-company.js';
export { DEMO_PASSWORD } from './people.js';
export { Chance } from './chance.js';
export { inParallel } from './in-parallel.js';
