import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { OpenReplies } from '../access/open-replies.js';

/** Headers of the body that a refused stream would have had. Fastify removes its type and length. */
const OF_THE_BODY = ['etag', 'link', 'content-disposition', 'content-range', 'accept-ranges'];

/** Adds every body that is a stream to the open replies, wherever it was made. */
export function trackStreamedBodies(fastify: FastifyInstance, openReplies: OpenReplies): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!isStream(payload)) return done(null, payload);
    try {
      openReplies.add(request, reply, 'sends');
    } catch (error) {
      payload.destroy();
      dropHeaders(reply);
      return done(error as Error);
    }
    done(null, payload);
  });
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as { pipe?: unknown } | null)?.pipe === 'function';
}

function dropHeaders(reply: FastifyReply): void {
  for (const name of OF_THE_BODY) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
}
