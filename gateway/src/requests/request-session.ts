import type { Actor } from '@outlay/contracts';
import type { Admission } from '../access/open-replies.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard; null on public routes, like `tokenVersion`. */
    actor: Actor | null;
    tokenVersion: number | null;
    /** Null on public routes. */
    admission: Admission | null;
    /** For a reply that goes on: throws once the caller would not be admitted any more. */
    checkAccess: () => void;
  }
}
