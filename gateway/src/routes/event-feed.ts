import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  FEED_FORMATS,
  OutlayError,
  readEventFeed,
  type FeedFormat,
  type FeedType,
  type MessageContext,
  type ReplyOf,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';

/** The log grows once a second. */
const POLL_MS = 500;
/** The client then connects again. */
const LONGEST_STREAM_MS = 300_000;
/** A comment finds connections that ended unnoticed, and keeps proxies from closing idle ones. */
const COMMENT_EVERY_MS = 15_000;

export interface FeedRequest {
  /** The last leaf that was read; −1 before the first one. */
  readonly after: number;
  readonly limit: number;
  readonly prefix: string | undefined;
  readonly waitMs: number;
  readonly format: FeedFormat;
  readonly context: MessageContext;
  /** Throws once the caller is not admitted any more. */
  readonly checkAccess: () => void;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

interface FeedPart {
  /** The last leaf of the reply, after which the next request continues; null if the reply follows the log. */
  readonly next: number | null;
  readonly body: AsyncIterable<string>;
}

type Page = ReplyOf<typeof readEventFeed>;

/** Serves parts of the log; their text is sent on as the service sends it. */
@Injectable()
export class EventFeed implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly messages: MessageClient,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Reads the first page before anything is sent, so that its error sets the status. */
  async part(request: FeedRequest): Promise<FeedPart> {
    const first = await this.firstPage(request);
    const next = Math.max(first.last, Math.min(request.after + request.limit, first.size - 1));
    const texts = this.pages(request, first, next);
    return { next, body: request.format === 'cloud-events' ? jsonArray(texts) : texts };
  }

  /** Sends all events after the given one, and then new ones as they come. Ends after five minutes. */
  async follow(request: FeedRequest): Promise<FeedPart> {
    return { next: null, body: this.newPages(request, await this.read(request, request.after)) };
  }

  /** Reads until a page has events of the prefix, the requested part is read, or the time to wait is over. */
  private async firstPage(request: FeedRequest): Promise<Page> {
    const deadline = this.now() + request.waitMs;
    const to = request.after + request.limit;
    let { after } = request;
    for (;;) {
      const page = await this.read(request, after, to);
      const mayWait = this.now() < deadline && !this.isOver(request);
      if (page.text !== '' || page.last === to || (page.last === after && !mayWait)) return page;
      if (page.last === after) await this.pause(request);
      after = page.last;
    }
  }

  private async *pages(request: FeedRequest, first: Page, to: number): AsyncGenerator<string> {
    for (let page = first, { after } = request; ; page = await this.read(request, after, to)) {
      if (page.text !== '') yield page.text;
      if (page.last >= to) return;
      // An aborted reply is not taken for a whole one.
      if (page.last === after) throw new OutlayError('SERVICE_UNAVAILABLE', 'The log has become shorter.');
      after = page.last;
    }
  }

  private async *newPages(request: FeedRequest, first: Page): AsyncGenerator<string> {
    const end = this.now() + LONGEST_STREAM_MS;
    let lastSent = -Infinity;
    for (let page = first, { after } = request; ; page = await this.read(request, after)) {
      if (page.text !== '' || this.now() >= lastSent + COMMENT_EVERY_MS) {
        lastSent = this.now();
        yield page.text === '' ? ':\n\n' : page.text;
      }
      if (page.last === after) await this.pause(request);
      if (this.now() >= end || this.isOver(request)) return;
      after = page.last;
    }
  }

  private async read({ prefix, format, context, checkAccess }: FeedRequest, after: number, to?: number): Promise<Page> {
    checkAccess();
    return this.messages.call(readEventFeed, { after, to, prefix, format }, context);
  }

  private async pause({ gone }: FeedRequest): Promise<void> {
    const signal = AbortSignal.any([gone, this.stopping.signal]);
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }

  private isOver({ gone }: FeedRequest): boolean {
    return gone.aborted || this.stopping.signal.aborted;
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }
}

/** The format that the client prefers of those that it names; lines by default. */
export function feedTypeOf(accept: string | undefined): FeedType {
  const named = (accept ?? '').split(',').map((range) => range.split(';')[0]?.trim().toLowerCase());
  return named.find((type): type is FeedType => type !== undefined && type in FEED_FORMATS) ?? 'application/x-ndjson';
}

/** The header that a client of server-sent events sends when it reconnects. */
export function lastEventId(headers: IncomingHttpHeaders): number | null {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return null;
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id);
  throw new OutlayError('INVALID_INPUT', 'Last-Event-ID must be the id of an event of this feed.');
}

/** Each text begins with a comma. */
async function* jsonArray(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const text of texts) {
    yield isFirst ? `[${text.slice(1)}` : text;
    isFirst = false;
  }
  yield isFirst ? '[]' : ']';
}
