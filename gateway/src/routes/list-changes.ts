import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { LIST_CHANGES_INTERVAL_MS, listVersions, VERSIONS_PAGE, type listVersionEvent } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Periodic } from '@outlay/time';
import type { FastifyReply } from 'fastify';
import { PassThrough } from 'node:stream';
import type * as z from 'zod/mini';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { inPages } from '../requests/in-pages.js';

/** The scope of the list of all expenses; any other scope is a user's id. */
export const ALL_EXPENSES = 'all';

/** The client then connects again. */
const LONGEST_STREAM_MS = 300_000;
/** A comment finds connections that ended unnoticed, and keeps proxies from closing idle ones. */
const COMMENT_EVERY = 15;

interface Follower {
  readonly scope: string;
  readonly stream: PassThrough;
  readonly endsAt: number;
  version: string | null;
}

/** Notifies open clients when their list has changed. One message a second asks for all of them. */
@Injectable()
export class ListChanges implements BeforeApplicationShutdown {
  private readonly logger = new Logger('ListChanges');
  private readonly followers = new Set<Follower>();
  private readonly polling = new Periodic(
    () => this.look(),
    LIST_CHANGES_INTERVAL_MS,
    (error) => this.logger.warn(`The versions of the lists are not known: ${String(error)}`),
  );
  private looks = 0;
  private stopping = false;

  constructor(
    private readonly messages: MessageClient,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  follow(scope: string, reply: FastifyReply): void {
    const endsAt = this.ports.clock.now().getTime() + LONGEST_STREAM_MS;
    const follower: Follower = { scope, stream: new PassThrough(), endsAt, version: null };
    this.followers.add(follower);
    follower.stream.once('close', () => this.forget(follower));
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    reply.send(follower.stream);
    // Headers are sent with the first bytes.
    follower.stream.write(':\n\n');
    // A gateway that stops still serves open connections, but no new follower.
    if (this.stopping) return void follower.stream.end();
    this.polling.start();
    void this.polling.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (const { stream } of this.followers) stream.end();
    await this.polling.stop();
  }

  private forget(follower: Follower): void {
    this.followers.delete(follower);
    if (this.followers.size === 0) void this.polling.stop();
  }

  private async look(): Promise<void> {
    const userIds = new Set([...this.followers].map(({ scope }) => scope));
    userIds.delete(ALL_EXPENSES);
    const context = { actor: null, correlationId: this.ports.ids.uuid() };
    const pages = await inPages([...userIds], VERSIONS_PAGE, (page) =>
      this.messages.call(listVersions, { userIds: page }, context),
    );
    const all = pages[0]?.all;
    const own: Readonly<Record<string, string>> = Object.assign({}, ...pages.map((page) => page.own));
    this.looks += 1;
    const now = this.ports.clock.now().getTime();
    for (const follower of this.followers) {
      const version = follower.scope === ALL_EXPENSES ? all : own[follower.scope];
      if (version !== undefined && version !== follower.version) {
        follower.version = version;
        const data = { version } satisfies z.infer<typeof listVersionEvent>;
        follower.stream.write(`event: version\ndata: ${JSON.stringify(data)}\n\n`);
      } else if (this.looks % COMMENT_EVERY === 0) {
        follower.stream.write(':\n\n');
      }
      if (now >= follower.endsAt) follower.stream.end();
    }
  }
}
