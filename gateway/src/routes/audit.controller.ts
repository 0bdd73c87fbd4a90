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
  keyChangesRoute,
  readTrailState,
  trailStateRoute,
  OutlayError,
  packSelector,
  proofPackRoute,
  proveConsistency,
  proveInclusion,
  readCheckpoint,
  readKeyChanges,
  readTimeline,
  TIMELINE_LIMIT,
  timelineRoute,
  tileRoute,
  toSnakeCase,
  toTimelineJson,
  ZIP_TYPE,
  type PackSelector,
  type TimelineEntry,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { AccessTrail } from '../access/access-trail.js';
import { contentDisposition } from '../files/content-disposition.js';
import { CACHE_SECONDS } from '../files/file-sender.js';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { ProofPacks } from '../proof-pack/proof-packs.js';
import { Input, type Call } from '../requests/call.js';
import { EventFeed, feedTypeOf, lastEventId } from './event-feed.js';
import { Route } from './route.decorator.js';

@Controller()
export class AuditController {
  constructor(
    private readonly messages: MessageClient,
    private readonly feed: EventFeed,
    private readonly access: AccessTrail,
    private readonly packs: ProofPacks,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  @Route(trailStateRoute)
  async state(@Input() { context }: Call<typeof trailStateRoute>) {
    const { quarantined, streams, logBroken, behind } = await this.messages.call(readTrailState, {}, context);
    const [behindEvents, behindSeconds] = [behind?.events ?? null, behind?.seconds ?? null];
    return toSnakeCase({ quarantined, streams, logBroken, behindEvents, behindSeconds });
  }

  @Route(eventFeedRoute)
  async events(
    @Input() { query, context }: Call<typeof eventFeedRoute>,
    @Req() { headers, checkAccess }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const type = feedTypeOf(headers.accept);
    const { limit = FEED_LIMIT.default, wait = 0, prefix } = query;
    const after = (type === 'text/event-stream' ? lastEventId(headers) : null) ?? query.after ?? -1;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const options = { after, limit, prefix, waitMs: wait * 1000, format: FEED_FORMATS[type] };
    const request = { ...options, context, checkAccess, gone: gone.signal };
    const { body, next } =
      type === 'text/event-stream' ? await this.feed.follow(request) : await this.feed.part(request);
    await this.access.exported('trail', context);
    if (next !== null) reply.header('link', nextLink({ ...query, after: next }));
    await reply
      .type(`${type}; charset=utf-8`)
      .header('vary', 'accept')
      // Proxies must not buffer server-sent events.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(body, { objectMode: false }));
  }

  @Route(timelineRoute)
  async timeline(@Input() { query, context }: Call<typeof timelineRoute>) {
    const { limit = TIMELINE_LIMIT.default } = query;
    const { events, ...page } = await this.messages.call(readTimeline, { ...query, limit }, context);
    await this.access.exported('trail', context);
    return { events: (JSON.parse(events) as TimelineEntry[]).map(toTimelineJson), ...page };
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

  @Route(keyChangesRoute)
  async keyChanges(@Input() { context }: Call<typeof keyChangesRoute>) {
    return this.messages.call(readKeyChanges, {}, context);
  }

  @Route(tileRoute)
  async tile(
    @Input() { params, context }: Call<typeof tileRoute>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    // Hashes do not get shorter, and those that begin like a compressed file would be sent as they are, yet marked as gzip.
    request.headers['x-no-compression'] = 'hashes';
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

  @Route(proofPackRoute)
  async proofPack(
    @Input() { query, context }: Call<typeof proofPackRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { checkpoint, ...selection } = query;
    const { fileName, content } = await this.packs.open(selectorOf(selection), checkpoint, context);
    await this.access.exported('trail', context);
    await reply
      .type(ZIP_TYPE)
      .header('content-disposition', contentDisposition('attachment', fileName))
      .header('cache-control', 'no-store')
      .send(Readable.from(content, { objectMode: false }));
  }

  @Route(inclusionProofRoute)
  async inclusion(@Input() { query, context }: Call<typeof inclusionProofRoute>) {
    return toSnakeCase(await this.messages.call(proveInclusion, query, context));
  }

  @Route(consistencyProofRoute)
  consistency(@Input() { query, context }: Call<typeof consistencyProofRoute>) {
    return this.messages.call(proveConsistency, query, context);
  }
}

/** @throws INVALID_INPUT unless it is exactly one */
function selectorOf(selection: Readonly<Record<string, string | undefined>>): PackSelector {
  const given = Object.fromEntries(Object.entries(selection).filter(([, value]) => value !== undefined));
  const { data } = packSelector.safeParse(given);
  if (data && !('from' in data && data.from > data.to)) return data;
  const message = 'Please ask for exactly one: payment, expense, person, or from and to, in this order.';
  throw new OutlayError('INVALID_INPUT', message, [{ field: Object.keys(given)[0] ?? 'payment', message }]);
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
