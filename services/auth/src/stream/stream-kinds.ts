import { ACCESS } from './access-stream.js';
import { ACCOUNT } from './account-stream.js';
import { AUDIT_TOKEN } from './audit-token-stream.js';

/** The kinds of streams that this service decides on. */
export const STREAM_KINDS = [ACCESS, ACCOUNT, AUDIT_TOKEN] as const;
