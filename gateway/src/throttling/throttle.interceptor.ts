import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { OutlayError, type ErrorCode, type Route } from '@outlay/contracts';
import { normaliseEmail } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import '../access/request-session.js';
import { routeOf } from '../routes/served-route.js';
import { addressKey } from './address-key.js';
import { Attempts, TooManyAttempts, type Count } from './attempts.js';

/** Failures that say nothing of a password, a code or an invite: none was looked at. */
const UNTRIED: ReadonlySet<ErrorCode> = new Set(['INVALID_INPUT', 'SERVICE_UNAVAILABLE']);

/** Refuses with 429 what is tried too often, as the route's contract says. */
@Injectable()
export class ThrottleInterceptor implements NestInterceptor {
  constructor(private readonly attempts: Attempts) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeOf(execution.getHandler());
    if (!route?.throttle) return next.handle();
    const http = execution.switchToHttp();
    const counts = countsOf(route, http.getRequest<FastifyRequest>());
    const begun = this.attempts.begin(counts).catch((error: unknown) => {
      if (error instanceof TooManyAttempts) {
        http.getResponse<FastifyReply>().header('retry-after', error.retryAfterSeconds);
      }
      throw error;
    });
    const handle = () => lastValueFrom(next.handle());
    return from(route.throttle === 'lookup' ? begun.then(handle) : begun.then((takeBack) => tried(handle, takeBack)));
  }
}

/** Only a failed attempt stays counted: many people may sign in from one address. */
async function tried(handle: () => Promise<unknown>, takeBack: () => Promise<void>): Promise<unknown> {
  try {
    const answer = await handle();
    await takeBack();
    return answer;
  } catch (error) {
    if (error instanceof OutlayError && UNTRIED.has(error.code)) await takeBack();
    throw error;
  }
}

/**
 * By the socket's own address: what a client says of itself in X-Forwarded-For decides nothing. The narrowest limit
 * comes first, so that one address cannot use up what the account's owner has left at others.
 */
function countsOf({ throttle, path }: Route, request: FastifyRequest): Count[] {
  const address = addressKey(request.ip);
  if (throttle === 'lookup') return [['lookups', address]];
  const account = `${path} ${request.actor?.id ?? emailIn(request.body)}`;
  return [
    ['accountFromAddress', `${account} ${address}`],
    ['address', address],
    ['account', account],
  ];
}

/** Before the contract has looked at the body: empty for what it will refuse. */
function emailIn(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' && email.length <= 320 ? normaliseEmail(email) : '';
}
