import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { OutlayError, type ErrorCode, type Route } from '@outlay/contracts';
import { normaliseEmail } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import '../access/request-session.js';
import { routeOf } from '../requests/served-route.js';
import { addressKey } from './address-key.js';
import { Attempts, type Counter } from './attempts.js';
import { countOrRefuse } from './count-before-bodies.js';

/** Failures that happen before a password, code or invite is compared. */
const NOT_ATTEMPTED: ReadonlySet<ErrorCode> = new Set(['INVALID_INPUT', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS']);

@Injectable()
export class ThrottleInterceptor implements NestInterceptor {
  constructor(private readonly attempts: Attempts) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeOf(execution.getHandler());
    if (!route?.throttle) return next.handle();
    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const handle = () => lastValueFrom(next.handle());
    const count = () => countOrRefuse(this.attempts, countersOf(route, request), http.getResponse<FastifyReply>());
    return from(route.throttle === 'lookup' ? count().then(handle) : keepFailure(request, count, handle));
  }
}

/** Keeps only failed attempts counted, because many people may sign in from one address. */
async function keepFailure(
  { undoAttempt }: FastifyRequest,
  count: () => Promise<() => Promise<void>>,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  const undos = undoAttempt ? [undoAttempt] : [];
  const undo = () => Promise.all(undos.map((each) => each()));
  try {
    undos.push(await count());
    const result = await handle();
    await undo();
    return result;
  } catch (error) {
    if (error instanceof OutlayError && NOT_ATTEMPTED.has(error.code)) await undo();
    throw error;
  }
}

/**
 * Counts the address only for the counters that include it. The narrowest limit comes first, so that one address cannot
 * use up the account's limit for other addresses.
 */
function countersOf({ throttle, path }: Route, request: FastifyRequest): Counter[] {
  // Fastify derives `ip` from X-Forwarded-For for trusted proxies only.
  const address = addressKey(request.ip);
  if (throttle === 'lookup') return [['lookups', address]];
  const account = `${path} ${request.actor?.id ?? emailIn(request.body)}`;
  return [
    ['accountFromAddress', `${account} ${address}`],
    ...(request.undoAttempt ? [] : [['address', address] as const]),
    ['account', account],
  ];
}

/** The body is not validated yet; an unusable email counts as empty. */
function emailIn(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' && email.length <= 320 ? normaliseEmail(email) : '';
}
