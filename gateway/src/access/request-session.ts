import type { Actor, Route } from '@outlay/contracts';
import type { Session } from './sessions.js';

/** The route a request was admitted to, and the session that admitted it. */
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
    /** Throws once the caller has lost access; long replies call it again and again. */
    checkAccess: () => void;
  }
}
