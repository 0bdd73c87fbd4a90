import type { Finding, ReceiptRef } from '@outlay/contracts';
import { pageById } from '@outlay/documents';
import { advance, emptyStream, type EventCheck, type WalkedEvent } from '@outlay/event-sourcing';
import { comparePositions, hashOfJson, type EventStore, type Position } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import type { Scratch } from '@outlay/sqlite';
import {
  digestOf,
  EXPENSES_COLLECTION,
  expenseModel,
  hashesOf,
  toRow,
  toStored,
  type ExpenseRow,
} from '../read-models/expense.model.js';
import { expenseIn, JOINED_COLLECTION, JoinedReceipts } from '../read-models/joined-receipts.js';
import { EXPENSE, EXPENSE_PREFIX, type LoadedExpense } from '../stream/stream-types.js';
import { expenseOf } from './walked-expense.js';

interface Sources {
  readonly documents: Connection;
  readonly events: Pick<EventStore, 'readStream'>;
  readonly scratch: Scratch;
}

const PAGE = 500;
const TABLE = 'rows_of_expenses';

/**
 * The documents of expenses, which hold everything that lists show and search. Each is compared with what its stream gives
 * at the document's revision: it may be ahead of the fixed position, or behind if the projector is. Unlike
 * `ProjectionCheck`, it reads few streams a second time, and its memory does not grow with their number.
 */
export class ExpenseRowsCheck implements EventCheck {
  private readonly model;
  private readonly joined;

  constructor(
    private readonly sources: Sources,
    /** The position up to which every event is projected. */
    private readonly projected: Position | null,
  ) {
    this.model = expenseModel(sources.documents);
    this.joined = new JoinedReceipts(sources.documents);
    sources.scratch.create(TABLE, 'id TEXT PRIMARY KEY, revision INT, digest TEXT, seen INT DEFAULT 0');
  }

  /** A stream that cannot be read gets no digest. */
  *event(walked: WalkedEvent): Generator<Finding> {
    const { stream, revision } = walked.event;
    if (!stream.startsWith(EXPENSE_PREFIX)) return;
    const sql = `INSERT OR REPLACE INTO ${TABLE} (id, revision, digest) VALUES (?, ?, ?)`;
    const expense = expenseOf(walked);
    const digest = expense && this.digestOf(expense);
    this.sources.scratch.run(sql, stream.slice(EXPENSE_PREFIX.length), revision, digest);
  }

  async *end(): AsyncGenerator<Finding> {
    const { scratch } = this.sources;
    for (let after = ''; ;) {
      const rows = await pageById(this.model, after, PAGE);
      for (const row of rows) {
        scratch.run(`UPDATE ${TABLE} SET seen = 1 WHERE id = ?`, row._id);
        yield* this.compare(row);
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last._id;
    }
    for (const { id } of scratch.iterate(`SELECT id FROM ${TABLE} WHERE seen = 0 AND digest IS NOT NULL`)) {
      if (await this.isProjected(String(id), 0)) yield differs(String(id), 'it is missing');
    }
    yield* this.compareJoined();
  }

  /** An entry may be of an earlier receipt of its claim. */
  private async *compareJoined(): AsyncGenerator<Finding> {
    for (let after = ''; ;) {
      const entries = await this.joined.page(after, PAGE);
      for (const { _id, digest } of entries) {
        const id = expenseIn({ _id, digest });
        const events = await this.sources.events.readStream(EXPENSE_PREFIX + id);
        const isOf = ({ type, data }: (typeof events)[number]) =>
          type === 'ReceiptAttached' &&
          hashesOf((data as { receipt: ReceiptRef }).receipt)
            .map(digestOf)
            .includes(digest);
        if (_id !== `${digest} ${id}` || !events.some(isOf))
          yield differsAt(JOINED_COLLECTION, _id, id, 'its claim never had this receipt');
      }
      const last = entries.at(-1);
      if (!last || entries.length < PAGE) return;
      after = last._id;
    }
  }

  private async *compare(row: ExpenseRow): AsyncGenerator<Finding> {
    const { _id: id, revision } = row;
    const expected = this.sources.scratch.get(`SELECT revision, digest FROM ${TABLE} WHERE id = ?`, id);
    // An unreadable stream is a finding already.
    if (expected && expected.digest === null) return;
    const head = expected ? Number(expected.revision) : -1;
    const digest = head === revision ? String(expected?.digest) : await this.digestAt(id, revision);
    if (digest === null) yield differs(id, `there is no revision ${revision} of its stream`);
    else if (hashOfJson(row) !== digest) yield differs(id, 'it differs from a replay of its events');
    else if (!(await this.joined.hasAll(row))) yield differsAt(JOINED_COLLECTION, id, id, 'an entry is missing');
    else if (head > revision && (await this.isProjected(id, revision + 1))) {
      yield differs(id, `it is at revision ${revision}, although the projector has handled later ones`);
    }
  }

  /** The digest of the stream's document at the revision; null if it was not there. */
  private async digestAt(id: string, revision: number): Promise<string | null> {
    const events = await this.sources.events.readStream(EXPENSE_PREFIX + id, { limit: revision + 1 });
    const expense = advance(EXPENSE, emptyStream(EXPENSE, id), events);
    return expense.revision === revision ? this.digestOf(expense) : null;
  }

  private digestOf(expense: LoadedExpense): string {
    return hashOfJson(toStored(this.model, toRow(expense)));
  }

  private async isProjected(id: string, revision: number): Promise<boolean> {
    const [event] = await this.sources.events.readStream(EXPENSE_PREFIX + id, { from: revision, limit: 1 });
    return !!event && this.projected !== null && comparePositions(event.position, this.projected) <= 0;
  }
}

const differs = (id: string, reason: string) => differsAt(EXPENSES_COLLECTION, id, id, reason);

function differsAt(collection: string, document: string, id: string, reason: string): Finding {
  return {
    kind: 'read-model-differs',
    place: `${collection}/${document}`,
    stream: EXPENSE_PREFIX + id,
    message: `The document ${document} of ${collection}: ${reason}.`,
    digest: null,
  };
}
