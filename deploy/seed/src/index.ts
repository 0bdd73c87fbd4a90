export * from './fill-demo.js';
export { RestClient, type RestRequest } from './rest-client.js';
export { demoClaims } from './demo-company.js';
