export * from './fill-demo.js';
export { demoClaims } from './demo-company.js';
