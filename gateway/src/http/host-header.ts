import { OutlayError } from '@outlay/contracts';
import type { FastifyInstance } from 'fastify';

/**
 * Refuses several Host headers: Node keeps the first of them, and a proxy in front may have decided by another (RFC
 * 9112, 3.2). Node's own refusal of a request without one has no body.
 */
export function requireOneHost(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { rawHeaders, httpVersion } }, _reply, done) => {
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
    const isValid = hosts === 1 || (hosts === 0 && httpVersion === '1.0');
    done(
      isValid ? undefined : new OutlayError('INVALID_INPUT', `The request has ${hosts} Host headers instead of one.`),
    );
  });
}
