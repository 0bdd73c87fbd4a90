import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What a page of ours may load (quality §3, 43). The client shows receipts from blob URLs, small images from data URLs. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "script-src-attr 'none'",
  // Component libraries position by style elements and attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "frame-src 'self' blob: data:",
  "object-src 'self' blob: data:",
  "connect-src 'self' blob: data:",
  "worker-src 'self' blob:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** The other security headers. The policy above is not among them: helmet would parse it anew for every request. */
export const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: false,
  strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: true },
  referrerPolicy: { policy: 'no-referrer' },
};

/** For what is refused before any hook, and so before helmet, has run. */
export const EARLY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
