import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { OutlayError, type ErrorCode, type Route } from '@outlay/contracts';
import { normaliseEmail } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import '../access/request-session.js';
import { routeOf } from '../requests/served-route.js';
import { addressKey } from './address-key.js';
import { Attempts, TooManyAttempts, type Counter } from './attempts.js';

/** Failures that happen before a password, code or invite is compared. */
const NOT_ATTEMPTED: ReadonlySet<ErrorCode> = new Set(['INVALID_INPUT', 'SERVICE_UNAVAILABLE']);

@Injectable()
export class ThrottleInterceptor implements NestInterceptor {
  constructor(private readonly attempts: Attempts) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeOf(execution.getHandler());
    if (!route?.throttle) return next.handle();
    const http = execution.switchToHttp();
    const counted = this.attempts
      .count(countersOf(route, http.getRequest<FastifyRequest>()))
      .catch((error: unknown) => {
        if (error instanceof TooManyAttempts) {
          http.getResponse<FastifyReply>().header('retry-after', error.retryAfterSeconds);
        }
        throw error;
      });
    const handle = () => lastValueFrom(next.handle());
    return from(route.throttle === 'lookup' ? counted.then(handle) : counted.then((undo) => keepFailure(handle, undo)));
  }
}

/** Keeps only failed attempts counted, because many people may sign in from one address. */
async function keepFailure(handle: () => Promise<unknown>, undo: () => Promise<void>): Promise<unknown> {
  try {
    const result = await handle();
    await undo();
    return result;
  } catch (error) {
    if (error instanceof OutlayError && NOT_ATTEMPTED.has(error.code)) await undo();
    throw error;
  }
}

/** The narrowest limit comes first, so that one address cannot use up the account's limit for other addresses. */
function countersOf({ throttle, path }: Route, request: FastifyRequest): Counter[] {
  // Fastify derives `ip` from X-Forwarded-For for trusted proxies only.
  const address = addressKey(request.ip);
  if (throttle === 'lookup') return [['lookups', address]];
  const account = `${path} ${request.actor?.id ?? emailIn(request.body)}`;
  return [
    ['accountFromAddress', `${account} ${address}`],
    ['address', address],
    ['account', account],
  ];
}

/** The body is not validated yet; an unusable email counts as empty. */
function emailIn(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' && email.length <= 320 ? normaliseEmail(email) : '';
}
