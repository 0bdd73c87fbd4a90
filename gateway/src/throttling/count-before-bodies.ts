import type { Route } from '@outlay/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import '../requests/served-route.js';
import { addressKey } from './address-key.js';
import { TooManyAttempts, type Attempts, type Counter } from './attempts.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes back the attempt that was counted before the body arrived; null if none was. */
    undoAttempt: (() => Promise<void>) | null;
  }
}

/**
 * Anybody can send a body to a public call that checks credentials. Its address is counted before the body is read, so
 * that bodies that cannot be parsed count, and a client over the limit costs no parsing.
 */
export function countBeforeBodies(fastify: FastifyInstance, attempts: Attempts): void {
  fastify.addHook('onRoute', (options) => {
    if (!isPublicAttempt(options.config?.contract)) return;
    const count = async (request: FastifyRequest, reply: FastifyReply) => {
      request.undoAttempt = await countOrRefuse(attempts, [['address', addressKey(request.ip)]], reply);
    };
    options.onRequest = [options.onRequest ?? [], count].flat();
  });
}

/** Says in the headers as well when to try again. @throws TOO_MANY_REQUESTS */
export async function countOrRefuse(attempts: Attempts, counters: readonly Counter[], reply: FastifyReply) {
  try {
    return await attempts.count(counters);
  } catch (error) {
    if (error instanceof TooManyAttempts) reply.header('retry-after', error.retryAfterSeconds);
    throw error;
  }
}

function isPublicAttempt(route: Route | undefined): boolean {
  return route?.throttle === 'credentials' && route.access === 'public';
}
