import { OutlayError } from '@outlay/contracts';
import type { FastifyInstance } from 'fastify';

const PLAIN = /^[\w-]{1,60}$/;

/** Refuses queries such as `status[$ne]=x`, which some parsers make operators or prototypes of; no name of ours is nested. */
export function refuseNestedQueries(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const names = Object.keys(request.query as object);
    const arePlain = names.every((name) => PLAIN.test(name) && name !== '__proto__');
    done(arePlain ? undefined : new OutlayError('INVALID_INPUT', 'A query parameter has an invalid name.'));
  });
}
