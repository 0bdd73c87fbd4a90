import { Controller, Inject } from '@nestjs/common';
import {
  findPackStreams,
  openProofPack,
  OutlayError,
  provePackLeaves,
  readPackEvents,
  readPackStreams,
  requireTrailReader,
  type MessageContext,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { fold } from '@outlay/event-sourcing';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { Handles } from '@outlay/messaging';
import { LogBuilder } from '../audit-log/log-builder.js';
import { logBehind, LogFeed } from '../audit-log/log-feed.js';
import { LogProofs } from '../audit-log/log-proofs.js';
import { packRow, receiptsOf } from '../audit-log/pack-rows.js';
import { selects, streamsOf } from '../audit-log/pack-streams.js';
import { EVENT_STORE } from '../ports.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { EXPENSE_PREFIX, PAYMENT, PAYMENT_PREFIX } from '../stream/stream-types.js';

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
    private readonly queries: ExpenseQueries,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  @Handles(openProofPack)
  async open({ selector, size }: RequestOf<typeof openProofPack>, context: MessageContext) {
    requireTrailReader(context);
    const checkpoint = await this.proofs.fixedCheckpoint(size);
    const resolved = 'expense' in selector ? { expense: await this.queries.resolve(selector.expense) } : selector;
    const streams = await streamsOf(this.events, resolved);
    if ('payment' in selector && size === undefined) await this.requireReport(selector.payment, checkpoint.size);
    const { note, size: leaves, publicKey } = checkpoint;
    return { selector: resolved, checkpoint: note, size: leaves, publicKey, streams };
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
    const found: ReplyOf<typeof readPackStreams> = { leaves: [], expenses: [], receipts: [], payments: [] };
    for (const stream of streams) {
      const events: RecordedEvent[] = [];
      for (const event of await this.events.readStream(stream)) {
        const leaf = await leafOf(event);
        // Without this event, the pack would be incomplete and not say so.
        if (leaf === null && isBehind) throw logBehind();
        if (leaf === null || leaf >= size) continue;
        events.push(event);
        found.leaves.push(leaf);
      }
      describe(found, stream, events);
    }
    return found;
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

function describe(found: ReplyOf<typeof readPackStreams>, stream: string, events: readonly RecordedEvent[]): void {
  if (events.length === 0) return;
  if (stream.startsWith(EXPENSE_PREFIX)) {
    const row = packRow(stream, events);
    if (row) found.expenses.push(row);
    found.receipts.push(...receiptsOf(events).map(({ sha256, size, contentType }) => ({ sha256, size, contentType })));
  }
  if (stream.startsWith(PAYMENT_PREFIX)) {
    const state = fold(PAYMENT, events);
    const { paid, report: made } = state.status === 'completed' ? state : { paid: [], report: null };
    const report = made && { filename: made.filename, sha256: made.spreadsheet.sha256 };
    found.payments.push({ id: stream.slice(PAYMENT_PREFIX.length), paid: [...paid], report });
  }
}
