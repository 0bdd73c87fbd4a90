import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const own = ["'self'"];
/** The client shows receipts and previews from blob URLs, and small images from data URLs. */
const shown = ["'self'", 'blob:', 'data:'];

/** Security headers of every answer (quality §3, 43–45). */
export const securityPolicy: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: own,
      scriptSrc: own,
      scriptSrcAttr: ["'none'"],
      // Component libraries position by style elements and attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: shown,
      frameSrc: shown,
      objectSrc: shown,
      connectSrc: shown,
      workerSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
      baseUri: ["'none'"],
      formAction: own,
      frameAncestors: own,
    },
  },
  strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: true },
  referrerPolicy: { policy: 'no-referrer' },
};
