import type { IncomingMessage } from 'node:http';
import type { IdSource } from '@outlay/time';

export const CORRELATION_HEADER = 'x-correlation-id';

export function correlationIdReader(ids: IdSource) {
  return (request: IncomingMessage): string => {
    const header = request.headers[CORRELATION_HEADER];
    return typeof header === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : ids.uuid();
  };
}
