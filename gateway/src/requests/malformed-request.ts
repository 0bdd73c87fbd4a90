import { OutlayError } from '@outlay/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../error-response.js';
import { CORRELATION_HEADER } from './correlation.js';

/** What the router itself refuses, before any hook: a path that is no URL, or far too long a part of one. */
export function malformedRequest(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(CORRELATION_HEADER, request.id).header('x-content-type-options', 'nosniff');
  sendError(reply, new OutlayError('INVALID_INPUT', 'The address of the request is not valid.'));
}
