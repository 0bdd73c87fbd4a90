import type { IncomingMessage } from 'node:http';
import type { IdSource } from '@outlay/ids';

export const CORRELATION_HEADER = 'x-correlation-id';

/** The thread a request belongs to: the caller's own name for it where that is plain, else a new one. */
export function correlationIds(ids: IdSource) {
  return (request: IncomingMessage): string => {
    const given = request.headers[CORRELATION_HEADER];
    return typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : ids.uuid();
  };
}
