import type { Actor } from '@outlay/contracts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard; null on public routes, like `tokenVersion`. */
    actor: Actor | null;
    tokenVersion: number | null;
    /** For a reply that goes on: rejects once the caller would not be admitted any more. */
    checkAccess: () => Promise<void>;
  }
}
