import type { Actor } from '@outlay/contracts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, set by the access guard; null on public routes. */
    actor: Actor | null;
    /** The version of the caller's sessions, which a changed password raises; null on public routes. */
    tokenVersion: number | null;
  }
}
