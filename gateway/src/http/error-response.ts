import { ERROR_STATUS, toSnakeCase, type ErrorCode, type OutlayError } from '@outlay/contracts';
import type { FastifyReply } from 'fastify';

/** Seconds, sent as Retry-After. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  REPORT_NOT_READY: 2,
  SERVICE_UNAVAILABLE: 5,
  SNAPSHOT_NOT_READY: 1,
  OUTCOME_UNKNOWN: 1,
  TOO_MANY_REQUESTS: 5,
};

export function sendError(reply: FastifyReply, error: OutlayError): void {
  reply.code(ERROR_STATUS[error.code]).header('content-type', 'application/json; charset=utf-8');
  const retryAfter = RETRY_AFTER[error.code];
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  if (ERROR_STATUS[error.code] === 401) reply.header('www-authenticate', 'Bearer');
  reply.send(toSnakeCase(error.toBody()));
}
