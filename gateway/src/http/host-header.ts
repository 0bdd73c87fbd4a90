import { OutlayError } from '@outlay/contracts';
import type { FastifyInstance } from 'fastify';

/** Node keeps the first of several, and a proxy in front may have decided by another (RFC 9112, 3.2). */
export function rejectSeveralHosts(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    done(hosts.length > 1 ? new OutlayError('INVALID_INPUT', 'The request has more than one Host header.') : undefined);
  });
}
