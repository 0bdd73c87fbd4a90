import { Inject, Injectable } from '@nestjs/common';
import { inOrder, isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream, Recent, type KnownHead } from '@outlay/event-sourcing';
import { failpoint } from '@outlay/concurrency';
import { EVENT_STORE } from '../ports.js';
import { EXPENSE_MODEL, toRow, toStored, type ExpenseModel, type ExpenseRow } from '../read-models/expense.model.js';
import { JoinedReceipts } from '../read-models/joined-receipts.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { rowHead } from '../read-models/row-head.js';
import type { StateListener } from '../stream/expense-stream.js';
import { EXPENSE, EXPENSE_PREFIX, type LoadedExpense } from '../stream/stream-types.js';
import { canWriteOtherDocuments } from './can-write-other-documents.js';

type ProjectedRow = Pick<ExpenseRow, '_id' | 'revision' | 'userId' | 'head'>;

/** Commands write through it before they reply. The subscription repeats the events to repair what a crash left out. */
@Injectable()
export class ExpenseProjection implements StateListener {
  private readonly joined: JoinedReceipts;
  /** Lets the subscription skip what a command has just projected. */
  private readonly projected = new Recent<number>();
  /** The writes of commands under way: the subscription waits for them, or it would raise the list versions again. */
  private readonly writing = new Map<string, Promise<void>>();

  constructor(
    @Inject(EXPENSE_MODEL) private readonly rows: ExpenseModel,
    private readonly versions: ListVersionsStore,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readStream'>,
  ) {
    this.joined = new JoinedReceipts(rows.db);
  }

  async stateChanged(expense: LoadedExpense): Promise<void> {
    const { id } = expense;
    const written = this.write(expense).finally(() => {
      if (this.writing.get(id) === written) this.writing.delete(id);
    });
    this.writing.set(id, written);
    await written;
  }

  private async write(expense: LoadedExpense): Promise<void> {
    const row = toRow(expense);
    await this.joined.add([row]);
    await inOrder(this.rows.db, [() => this.replace(row), () => this.versions.raise(row.userId)]);
    this.projected.set(row._id, row.revision);
  }

  private async replace(row: ExpenseRow): Promise<void> {
    try {
      // The write bypasses mongoose's casting, so that documents equal those of a rebuild.
      await this.rows.collection.replaceOne(
        { _id: row._id as never, revision: { $lt: row.revision } },
        toStored(this.rows, row),
        { upsert: true },
      );
    } catch (error) {
      // The store has this revision or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
    failpoint('document-written');
  }

  async handle(event: RecordedEvent): Promise<void> {
    const id = event.stream.slice(EXPENSE_PREFIX.length);
    await this.writing.get(id)?.catch(() => undefined);
    if ((this.projected.get(id) ?? -1) >= event.revision) return;
    const row = await this.rows.findById(id, ['revision', 'userId', 'head']).lean<ProjectedRow>();
    // The writer may have crashed before it raised the list versions.
    if (row && row.revision >= event.revision) {
      await this.versions.raise(row.userId);
      this.projected.set(id, row.revision);
      return;
    }
    await this.load(id, row && { revision: row.revision, headHash: row.head });
  }

  async project(stream: string): Promise<void> {
    const id = stream.slice(EXPENSE_PREFIX.length);
    await this.load(id, await rowHead(this.rows, id));
  }

  canWriteOtherDocuments(stream: string): Promise<boolean> {
    return canWriteOtherDocuments(this.rows, stream.slice(EXPENSE_PREFIX.length));
  }

  private async load(id: string, known: KnownHead | null): Promise<void> {
    const expense = await loadStream(EXPENSE, this.events, id, known);
    if (expense.state.status !== 'none') await this.stateChanged(expense);
  }
}
