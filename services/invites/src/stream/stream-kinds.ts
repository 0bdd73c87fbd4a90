import { INVITE } from './invite-stream.js';

/** Those that this service decides on. */
export const STREAM_KINDS = [INVITE] as const;
