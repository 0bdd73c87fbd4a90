import { Controller, Inject } from '@nestjs/common';
import {
  describeStreams,
  findPackStreams,
  findStreams,
  openProofPack,
  OutlayError,
  PAYMENT_PREFIX,
  provePackLeaves,
  readPackEvents,
  readPackStreams,
  requireTrailReader,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { Handles, MessageClient } from '@outlay/messaging';
import { LogBuilder } from '../log/log-builder.js';
import { logBehind, LogFeed } from '../feed/log-feed.js';
import { selects } from '../feed/pack-streams.js';
import { EVENT_STORE } from '../ports.js';
import { LogProofs } from '../log/log-proofs.js';

/** Leaves that one message looks through. */
const SCANNED = 4096;
/** The number of a proof's hashes in one message. */
const HASHES = 10_000;

/** Serves the parts of a proof pack in messages of bounded size; the gateway joins them. */
@Controller()
export class ProofPackController {
  constructor(
    private readonly proofs: LogProofs,
    private readonly builder: LogBuilder,
    private readonly feed: LogFeed,
    private readonly messages: MessageClient,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  @Handles(openProofPack)
  async open({ selector, size }: RequestOf<typeof openProofPack>, context: MessageContext) {
    requireTrailReader(context);
    const checkpoint = await this.proofs.fixedCheckpoint(size);
    const found = await this.messages.call(findStreams, { selector }, context);
    if ('payment' in selector && size === undefined) await this.requireReport(selector.payment, checkpoint.size);
    const { note, size: leaves, publicKey } = checkpoint;
    return { ...found, checkpoint: note, size: leaves, publicKey };
  }

  /** A present pack without its report would look like that of a payment without one. */
  private async requireReport(paymentId: string, size: number): Promise<void> {
    const events = await this.events.readStream(PAYMENT_PREFIX + paymentId);
    const made = events.findLast(({ type }) => type === 'ReportMade');
    const leaf = made ? await this.proofs.leafFinder()(made) : -1;
    if (leaf !== null && leaf < size) return;
    this.builder.hurry();
    throw new OutlayError('REPORT_NOT_READY', 'The report of this payment is not in the log yet. Please try again.');
  }

  @Handles(findPackStreams)
  async find({ selector, after, size }: RequestOf<typeof findPackStreams>, context: MessageContext) {
    requireTrailReader(context);
    const streams = new Set<string>();
    let next = after + 1;
    while (next < size && next <= after + SCANNED) {
      const events = (await this.feed.eventsFrom(next)).slice(0, size - next);
      for (const event of events) if (selects(selector, event)) streams.add(event.stream);
      next += events.length;
    }
    return { streams: [...streams], last: next - 1 };
  }

  @Handles(readPackStreams)
  async streams({ streams, size }: RequestOf<typeof readPackStreams>, context: MessageContext) {
    requireTrailReader(context);
    const isBehind = await this.feed.isBehind(size);
    const leafOf = this.proofs.leafFinder();
    const leaves: number[] = [];
    const logged: RequestOf<typeof describeStreams>['streams'] = [];
    for (const stream of streams) {
      let revision = -1;
      for (const event of await this.events.readStream(stream)) {
        const leaf = await leafOf(event);
        // Without this event, the pack would be incomplete and not say so.
        if (leaf === null && isBehind) throw logBehind();
        if (leaf === null || leaf >= size) continue;
        revision = event.revision;
        leaves.push(leaf);
      }
      if (revision >= 0) logged.push({ stream, revision });
    }
    return { leaves, ...(await this.messages.call(describeStreams, { streams: logged }, context)) };
  }

  @Handles(readPackEvents)
  async lines({ leaves }: RequestOf<typeof readPackEvents>, context: MessageContext) {
    requireTrailReader(context);
    return this.feed.lines(leaves);
  }

  @Handles(provePackLeaves)
  async prove({ leaves, size, offset }: RequestOf<typeof provePackLeaves>, context: MessageContext) {
    requireTrailReader(context);
    const { hashes, total } = await this.proofs.combined(leaves, size, { offset, limit: HASHES });
    return { hashes: hashes.map((hash) => hash.toString('base64')), total };
  }
}
