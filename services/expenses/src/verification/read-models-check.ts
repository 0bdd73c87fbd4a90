import type { Finding } from '@outlay/contracts';
import type { EventStore, Position } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { hash } from 'node:crypto';
import { EXPENSES_COLLECTION, expenseModel, toRow, toStored, type ExpenseRow } from '../read-models/expense.model.js';
import { paymentModel, type PaymentRow } from '../read-models/payment.model.js';
import { advance, type DomainEvent, type LoadedStream, type StreamFold } from '@outlay/event-sourcing';
import { EXPENSE, EXPENSE_PREFIX, PAYMENT, PAYMENT_PREFIX } from '../stream/stream-types.js';
import { RowsCheck } from './rows-check.js';
import type { Scratch } from './scratch.js';
import type { EventCheck, WalkedEvent } from './walked-event.js';

interface Sources {
  readonly documents: Connection;
  readonly events: Pick<EventStore, 'readStream'>;
  readonly scratch: Scratch;
}

/** The documents of expenses, which hold everything that lists show and search. */
export class ExpenseRowsCheck implements EventCheck {
  private readonly check: RowsCheck<ExpenseRow>;
  private readonly model;

  constructor({ documents, events, scratch }: Sources, projected: Position | null) {
    const model = (this.model = expenseModel(documents));
    const rows = {
      name: EXPENSES_COLLECTION,
      prefix: EXPENSE_PREFIX,
      page: (after: string, limit: number) =>
        model
          .find({ _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(limit)
          .lean<ExpenseRow[]>(),
      isFrom: (row: ExpenseRow, digest: string) => digestOfRow(row) === digest,
      load: async (id: string, revision: number) => {
        const loaded = await loadAt(EXPENSE, events, id, revision);
        return loaded && digestOfRow(toStored(model, toRow(loaded)));
      },
    };
    this.check = new RowsCheck(rows, events, projected, scratch);
  }

  *event({ event, expense }: WalkedEvent): Generator<Finding> {
    if (!event.stream.startsWith(EXPENSE_PREFIX)) return;
    const digest = expense && digestOfRow(toStored(this.model, toRow(expense)));
    this.check.expect(event.stream.slice(EXPENSE_PREFIX.length), event.revision, digest);
  }

  end(): AsyncGenerator<Finding> {
    return this.check.end();
  }
}

/** The list of payments, in which interrupted ones are found. */
export class PaymentRowsCheck implements EventCheck {
  private readonly check: RowsCheck<PaymentRow>;

  constructor({ documents, events, scratch }: Sources, projected: Position | null) {
    const model = paymentModel(documents);
    const rows = {
      name: model.collection.collectionName,
      prefix: PAYMENT_PREFIX,
      page: (after: string, limit: number) =>
        model
          .find({ _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(limit)
          .lean<PaymentRow[]>(),
      // Older releases stored no head.
      isFrom: ({ status, startedAt, head }: PaymentRow, digest: string) =>
        digest.startsWith(digestOfPayment(status, startedAt, head ?? '')),
      load: async (id: string, revision: number) => {
        const loaded = await loadAt(PAYMENT, events, id, revision);
        return loaded && loaded.state.status !== 'none'
          ? digestOfPayment(loaded.state.status, loaded.state.startedAt, loaded.headHash)
          : null;
      },
    };
    this.check = new RowsCheck(rows, events, projected, scratch);
  }

  *event({ event, hash, metadata, isReadable }: WalkedEvent): Generator<Finding> {
    const { stream, type, revision } = event;
    if (!stream.startsWith(PAYMENT_PREFIX)) return;
    const id = stream.slice(PAYMENT_PREFIX.length);
    const startedAt = type === 'PaymentStarted' ? metadata?.at : this.check.expected(id)?.split(' ')[1];
    const status = type === 'PaymentStarted' ? 'started' : 'completed';
    this.check.expect(id, revision, isReadable && startedAt ? digestOfPayment(status, startedAt, hash) : null);
  }

  end(): AsyncGenerator<Finding> {
    return this.check.end();
  }
}

/** Stores may return the fields of a document in another order. */
function digestOfRow(row: ExpenseRow): string {
  return hash('sha256', JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))), 'base64url');
}

function digestOfPayment(status: PaymentRow['status'], startedAt: string, head: string | null): string {
  return [status, startedAt, head].join(' ');
}

async function loadAt<State, Event extends DomainEvent>(
  type: StreamFold<State, Event>,
  events: Pick<EventStore, 'readStream'>,
  id: string,
  revision: number,
): Promise<LoadedStream<State> | null> {
  const empty = { id, state: type.initial, revision: -1, headHash: null };
  const loaded = advance(type, empty, await events.readStream(type.prefix + id, { limit: revision + 1 }));
  return loaded.revision === revision ? loaded : null;
}
