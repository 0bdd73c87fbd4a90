import { Controller, Inject, Req, Res } from '@nestjs/common';
import {
  auditKeyRoute,
  checkpointRoute,
  consistencyProofRoute,
  eventFeedRoute,
  FEED_FORMATS,
  FEED_LIMIT,
  findTile,
  inclusionProofRoute,
  readTrailState,
  trailStateRoute,
  OutlayError,
  proveConsistency,
  proveInclusion,
  readCheckpoint,
  tileRoute,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { AccessTrail } from '../access/access-trail.js';
import { CACHE_SECONDS } from '../files/file-sender.js';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { Input, type Call } from '../requests/call.js';
import { EventFeed, feedTypeOf, lastEventId } from './event-feed.js';
import { Route } from './route.decorator.js';

@Controller()
export class AuditController {
  constructor(
    private readonly messages: MessageClient,
    private readonly feed: EventFeed,
    private readonly access: AccessTrail,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  @Route(trailStateRoute)
  async state(@Input() { context }: Call<typeof trailStateRoute>) {
    const { quarantined, streams, logBroken, behind } = await this.messages.call(readTrailState, {}, context);
    return {
      quarantined,
      streams: streams.map(({ expenseId, foundAt, ...stream }) => ({
        ...stream,
        expense_id: expenseId,
        found_at: foundAt,
      })),
      log_broken: logBroken,
      behind_events: behind?.events ?? null,
      behind_seconds: behind?.seconds ?? null,
    };
  }

  @Route(eventFeedRoute)
  async events(
    @Input() { query, context }: Call<typeof eventFeedRoute>,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const type = feedTypeOf(headers.accept);
    const { limit = FEED_LIMIT.default, wait = 0, prefix } = query;
    const after = (type === 'text/event-stream' ? lastEventId(headers) : null) ?? query.after ?? -1;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const options = { after, limit, prefix, waitMs: wait * 1000, format: FEED_FORMATS[type] };
    const request = { ...options, context, gone: gone.signal };
    const { body, next } =
      type === 'text/event-stream' ? await this.feed.follow(request) : await this.feed.part(request);
    await this.access.exported(context);
    if (next !== null) reply.header('link', nextLink({ ...query, after: next }));
    await reply
      .type(`${type}; charset=utf-8`)
      .header('vary', 'accept')
      // Of server-sent events, which must not wait in a proxy.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(body, { objectMode: false }));
  }

  @Route(checkpointRoute)
  async checkpoint(
    @Input() { context }: Call<typeof checkpointRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { checkpoint } = await this.messages.call(readCheckpoint, {}, context);
    await sendText(reply, checkpoint);
  }

  @Route(auditKeyRoute)
  async key(
    @Input() { context }: Call<typeof auditKeyRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { publicKey } = await this.messages.call(readCheckpoint, {}, context);
    await sendText(reply, `${publicKey}\n`);
  }

  @Route(tileRoute)
  async tile(
    @Input() { params, context }: Call<typeof tileRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { blobKey, size } = await this.messages.call(findTile, { path: params.path }, context);
    const bytes = size === 0 ? null : await this.ports.blobs.read(blobKey, { start: 0, end: size - 1 });
    // A partial tile is deleted once it is full.
    if (!bytes) throw new OutlayError('NOT_FOUND', 'The tile is no longer there.');
    await reply
      .type('application/octet-stream')
      .header('cache-control', `private, max-age=${CACHE_SECONDS}, immutable`)
      .header('vary', 'authorization')
      .header('content-length', size)
      .send(bytes);
  }

  @Route(inclusionProofRoute)
  async inclusion(@Input() { query, context }: Call<typeof inclusionProofRoute>) {
    const { eventHash, ...proof } = await this.messages.call(proveInclusion, query, context);
    return { ...proof, event_hash: eventHash };
  }

  @Route(consistencyProofRoute)
  consistency(@Input() { query, context }: Call<typeof consistencyProofRoute>) {
    return this.messages.call(proveConsistency, query, context);
  }
}

function nextLink(query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== -1) search.set(name, String(value));
  return `<${eventFeedRoute.path}?${search}>; rel="next"`;
}

async function sendText(reply: FastifyReply, text: string): Promise<void> {
  await reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text);
}
