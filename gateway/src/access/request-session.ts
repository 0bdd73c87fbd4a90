import type { Actor, Route } from '@outlay/contracts';
import type { Session } from './sessions.js';

/** As whom a request was admitted, and to what. */
export interface Admission {
  readonly route: Route;
  readonly session: Session;
}

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
