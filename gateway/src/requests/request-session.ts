import type { Actor } from '@outlay/contracts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, set by the access guard; null on public routes. */
    actor: Actor | null;
    /** The user's session version, raised by a password change; null on public routes. */
    tokenVersion: number | null;
  }
}
