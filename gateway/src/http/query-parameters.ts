import { OutlayError } from '@outlay/contracts';
import type { FastifyInstance } from 'fastify';

const PLAIN_NAME = /^[\w-]{1,60}$/;

/** Rejects names such as `status[$ne]`, which some parsers turn into operators or prototypes. */
export function rejectNestedQueries(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const names = Object.keys(request.query as object);
    const arePlain = names.every((name) => PLAIN_NAME.test(name) && name !== '__proto__');
    done(arePlain ? undefined : new OutlayError('INVALID_INPUT', 'A query parameter has an invalid name.'));
  });
}
