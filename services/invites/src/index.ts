export * from './invites.module.js';
