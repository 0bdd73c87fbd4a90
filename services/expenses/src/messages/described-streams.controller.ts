import { Controller, Inject } from '@nestjs/common';
import {
  describeStreams,
  findOwners,
  findStreams,
  requireTrailReader,
  resolveExpense,
  type MessageContext,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { fold } from '@outlay/event-sourcing';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { Handles } from '@outlay/messaging';
import { EVENT_STORE } from '../ports.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { packRow, receiptsOf } from '../read-models/pack-rows.js';
import { streamsOf } from '../read-models/pack-streams.js';
import { EXPENSE_PREFIX, PAYMENT, PAYMENT_PREFIX } from '../stream/stream-types.js';

/** Answers what the audit service asks about the streams of claims and payments. */
@Controller()
export class DescribedStreamsController {
  constructor(
    private readonly queries: ExpenseQueries,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  @Handles(resolveExpense)
  async resolve({ expense }: RequestOf<typeof resolveExpense>) {
    return { id: await this.queries.resolve(expense) };
  }

  @Handles(findOwners)
  async owners({ ids }: RequestOf<typeof findOwners>) {
    return { owners: await this.queries.owners(ids) };
  }

  @Handles(findStreams)
  async streams({ selector }: RequestOf<typeof findStreams>, context: MessageContext) {
    requireTrailReader(context);
    const resolved = 'expense' in selector ? { expense: await this.queries.resolve(selector.expense) } : selector;
    return { selector: resolved, streams: await streamsOf(this.events, resolved) };
  }

  @Handles(describeStreams)
  async describe({ streams }: RequestOf<typeof describeStreams>, context: MessageContext) {
    requireTrailReader(context);
    const described: ReplyOf<typeof describeStreams> = { expenses: [], receipts: [], payments: [] };
    for (const { stream, revision } of streams)
      describe(described, stream, await this.events.readStream(stream, { limit: revision + 1 }));
    return described;
  }
}

function describe(found: ReplyOf<typeof describeStreams>, stream: string, events: readonly RecordedEvent[]): void {
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
