import { INVITE } from './invite-stream.js';

/** The kinds of streams that this service decides on. */
export const STREAM_KINDS = [INVITE] as const;
