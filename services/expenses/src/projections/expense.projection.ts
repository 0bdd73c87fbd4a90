import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { failpoint } from '@outlay/failpoints';
import { toRow, type ExpenseModel, type ExpenseRow } from '../read-models/expense.model.js';
import type { ListVersionsStore } from '../read-models/list-versions.store.js';
import type { StateListener } from '../stream/expense-stream.js';
import { EXPENSE_PREFIX } from '../stream/facts.js';
import { loadExpense, type LoadedExpense } from '../stream/load-expense.js';

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
    private readonly versions: ListVersionsStore,
    private readonly events: EventStore,
  ) {}

  async written(expense: LoadedExpense): Promise<void> {
    const row = toRow(expense);
    try {
      // Not through mongoose's casting: rows are made by us alone, and stand as a rebuild would put them.
      await this.rows.collection.replaceOne({ _id: row._id as never, revision: { $lt: row.revision } }, row, {
        upsert: true,
      });
    } catch (error) {
      // The guard did not match and the id exists: this revision, or a later one, is there already.
      if (!isDuplicateKey(error)) throw error;
    }
    failpoint('document-written');
    await this.changed(row);
  }

  /** Applies one event of the catch-up subscription. */
  async handle(event: RecordedEvent): Promise<void> {
    const id = event.stream.slice(EXPENSE_PREFIX.length);
    if ((this.known.get(id) ?? -1) >= event.revision) return;
    const row = await this.rows.findById(id).lean();
    // Whoever wrote it may have died before saying that the lists have changed.
    if (row && row.revision >= event.revision) await this.changed(row);
    else await this.written(await loadExpense(this.events, id));
  }

  private async changed({ _id, revision, userId }: ExpenseRow): Promise<void> {
    await this.versions.raise(userId);
    this.known.delete(_id);
    this.known.set(_id, revision);
    if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value ?? _id);
  }
}
