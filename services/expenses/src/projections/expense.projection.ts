import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { failpoint } from '@outlay/runtime';
import type { ExpenseState } from '../domain/expense.js';
import { evolve } from '../domain/evolve.js';
import { stateOf, toRow, type ExpenseModel } from '../read-models/expense.model.js';
import type { StateListener } from '../stream/expense-stream.js';
import { EXPENSE_PREFIX, foldExpense, toFact } from '../stream/facts.js';

/** How many expenses' latest revisions are remembered, so that what a command has just written is not read again. */
const REMEMBERED = 10_000;

/**
 * Keeps the read model at each stream's latest revision. Commands write through it before they reply; the catch-up
 * subscription brings the same events again and repairs what a crash left out. A row only ever moves forward.
 */
export class ExpenseProjection implements StateListener {
  private readonly known = new Map<string, number>();

  constructor(
    private readonly rows: ExpenseModel,
    private readonly events: EventStore,
  ) {}

  async written(id: string, state: ExpenseState, revision: number): Promise<void> {
    try {
      await this.rows.replaceOne({ _id: id, revision: { $lt: revision } }, toRow(id, state, revision), {
        upsert: true,
      });
    } catch (error) {
      // The guard did not match and the id exists: this revision, or a later one, is there already.
      if (!isDuplicateKey(error)) throw error;
    }
    failpoint('document-written');
    this.remember(id, revision);
  }

  /** Applies one event of the catch-up subscription. */
  async handle(event: RecordedEvent): Promise<void> {
    const id = event.stream.slice(EXPENSE_PREFIX.length);
    if ((this.known.get(id) ?? -1) >= event.revision) return;
    const row = await this.rows.findById(id, { revision: 1, state: 1 }).lean();
    if (row && row.revision >= event.revision) return this.remember(id, row.revision);
    if (row && row.revision === event.revision - 1) {
      return this.written(id, evolve(stateOf(row), toFact(event)), event.revision);
    }
    const events = await this.events.readStream(event.stream);
    await this.written(id, foldExpense(events), events.at(-1)?.revision ?? event.revision);
  }

  private remember(id: string, revision: number): void {
    this.known.delete(id);
    this.known.set(id, revision);
    if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value ?? id);
  }
}
