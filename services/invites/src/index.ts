export * from './workflows/break-glass.js';
export * from './invites.module.js';
export type { InvitesPorts } from './ports.js';
export { inviteCheck } from './verification/invite-check.js';
export { STREAM_KINDS } from './stream/stream-kinds.js';
