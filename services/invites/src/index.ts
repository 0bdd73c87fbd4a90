export * from './invites.module.js';
export type { InvitesPorts } from './ports.js';
