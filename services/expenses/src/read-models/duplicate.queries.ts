import { Inject, Injectable } from '@nestjs/common';
import type { Duplicate, ExpenseJson } from '@outlay/contracts';
import { findStored } from '@outlay/documents';
import type { KnownHead } from '@outlay/event-sourcing';
import type { ExpenseState } from '../domain/expense.js';
import {
  EXPENSE_MODEL,
  digestOf,
  duplicateGroupOf,
  receiptHashesOf,
  rowsJson,
  type ExpenseModel,
  type ExpenseRow,
} from './expense.model.js';
import { digestsIn, JoinedReceipts } from './joined-receipts.js';
import { UNDECIDED } from './list-filter.js';
import { parseStored } from './listed-json.js';
import { personModel, RenamedPeople } from './renamed-people.js';

const APPROVED_OR_PAID = ['approved', 'paid'] as const;
/** One receipt belongs to one claim, so another that is still undecided is a duplicate too. */
const SENT = ['submitted', ...APPROVED_OR_PAID] as const;
/** A form warns of these, the last ones first. */
const FORESEEN: readonly ExpenseRow['status'][] = ['draft', ...SENT];
/** More of the same are not looked at. */
const FORESEEN_AT_MOST = 200;
const REPEATED = ['expenseId', 'userId', 'status', 'json', 'receiptHash'] as const;
type RepeatedRow = Pick<ExpenseRow, '_id' | (typeof REPEATED)[number]>;
type Repeated = Omit<RepeatedRow, 'json' | 'receiptHash'> & {
  readonly isOwn: boolean;
  readonly justification: string | null;
};
/** The embedded store reads as many without a thread. Hardly a page has more duplicates. */
const FEW = 256;
const SHOWN = ['json', 'head', 'userId', 'status', 'duplicateKey', 'receiptHash'] as const;
type ShownRow = Pick<ExpenseRow, '_id' | (typeof SHOWN)[number]>;
type ComparedRow = Pick<ExpenseRow, '_id' | 'status' | 'duplicateKey' | 'receiptHash'>;

/** Finds claims of the same person, date, amount and currency, and claims with the same receipt. */
@Injectable()
export class DuplicateQueries {
  private readonly people: RenamedPeople;
  private readonly joined: JoinedReceipts;

  constructor(@Inject(EXPENSE_MODEL) private readonly rows: ExpenseModel) {
    this.people = new RenamedPeople(personModel(rows.db));
    this.joined = new JoinedReceipts(rows.db);
  }

  /** The other claims that this one repeats, the latest first. */
  async of(id: string, state: ExpenseState): Promise<Duplicate[]> {
    const keys = keysOf(state);
    const repeats = repeating(keys);
    return this.repeated(id, keys, repeats.length === 0 ? [] : this.found({ $or: repeats }, SHOWN));
  }

  /** The same, and the head of the claim's own row, by one call. */
  async withHeadOf(id: string, state: ExpenseState): Promise<{ duplicates: Duplicate[]; head: KnownHead | null }> {
    const keys = keysOf(state);
    const rows = this.found({ $or: [{ _id: id }, ...repeating(keys)] }, [...SHOWN, 'revision']);
    const duplicates = await this.repeated(id, keys, rows);
    const own = (await rows).find(({ _id }) => _id === id);
    return { duplicates, head: own ? { revision: own.revision, headHash: own.head } : null };
  }

  private async repeated(
    id: string,
    { key, digests }: ReturnType<typeof keysOf>,
    rowsWithEither: readonly ShownRow[] | Promise<readonly ShownRow[]>,
  ): Promise<Duplicate[]> {
    const [either, joined] = await Promise.all([
      rowsWithEither,
      this.withJoined(digests, (filter) => this.found({ ...filter, status: { $in: SENT } }, SHOWN)),
    ]);
    const found = new Map([...either, ...joined].map((row) => [row._id, row]));
    found.delete(id);
    if (found.size === 0) return [];
    // Sorted here, because a sort in the query may select a worse index.
    const rows = [...found.values()];
    const expenses = JSON.parse(
      Buffer.from(rowsJson(rows, await this.people.namesIn(rows))).toString(),
    ) as ExpenseJson[];
    return expenses
      .sort((a, b) => b.created_at.localeCompare(a.created_at))
      .map((expense) => {
        const row = found.get(expense.id);
        const isDecided = APPROVED_OR_PAID.some((status) => status === row?.status);
        return {
          expense,
          sameFigures: isDecided && row?.duplicateKey === key,
          sameReceipt: row !== undefined && digestsIn(row).some((digest) => digests.includes(digest)),
        };
      });
  }

  /**
   * The claims that a claim of the user would repeat, saved or not: the user's own, drafts included, and those of other
   * people that were sent with the same receipt.
   * @param except a claim of the user's own to leave out. The id of another person's claim leaves out none, so that it
   *   reveals nothing.
   */
  async repeatedBy(
    userId: string,
    figures: string | null,
    receiptHashes: readonly string[],
    except: string | null,
  ): Promise<{ byFigures: Repeated[]; byReceipt: Repeated[] }> {
    const left = except?.toUpperCase();
    const find = (filter: Record<string, unknown>) =>
      this.rows
        .find({ ...filter, status: { $in: FORESEEN } }, [...REPEATED])
        .limit(FORESEEN_AT_MOST)
        .lean<RepeatedRow[]>();
    const foreseen = (rows: readonly RepeatedRow[]) =>
      rows
        .map(({ json, receiptHash: _, ...row }) => ({
          ...row,
          isOwn: row.userId === userId,
          justification: json ? parseStored(json).justification : null,
        }))
        .filter(({ isOwn, _id, expenseId }) => !isOwn || (_id !== except && (expenseId === null || expenseId !== left)))
        .filter(({ isOwn, status }) => isOwn || status !== 'draft')
        .sort((a, b) => FORESEEN.indexOf(b.status) - FORESEEN.indexOf(a.status));
    const [byFigures, byReceipt] = await Promise.all([
      figures === null ? [] : find({ duplicateKey: digestOf(figures), userId }),
      this.withReceipt(receiptHashes.map(digestOf), find),
    ]);
    return { byFigures: foreseen(byFigures), byReceipt: foreseen(byReceipt) };
  }

  /** How many other claims each undecided one of the rows would repeat, by `_id`. */
  async counts(rows: readonly ComparedRow[]): Promise<Map<string, number>> {
    const undecided = rows.filter(({ status }) => UNDECIDED.some((each) => each === status));
    const figures = [...new Set(undecided.flatMap(({ duplicateKey }) => duplicateKey || []))];
    const [byFigures, byReceipt] = await Promise.all([
      figures.length === 0 ? [] : this.grouped('duplicateKey', { duplicateKey: { $in: figures } }, APPROVED_OR_PAID),
      this.withReceipt([...new Set(undecided.flatMap(digestsIn))], (filter) =>
        this.grouped('receiptHash', filter, SENT),
      ),
    ]);
    const ofFigures = idsByKey(byFigures, ({ duplicateKey }) => [duplicateKey]);
    const ofReceipts = idsByKey(byReceipt, digestsIn);
    return new Map(
      undecided.map((row) => {
        const duplicates = new Set([
          ...(ofFigures.get(row.duplicateKey) ?? []),
          ...digestsIn(row).flatMap((digest) => ofReceipts.get(digest) ?? []),
        ]);
        duplicates.delete(row._id);
        return [row._id, duplicates.size];
      }),
    );
  }

  /** The rows whose receipt, or a file that was joined into it, has one of the digests. */
  private async withReceipt<Row extends Pick<ExpenseRow, 'receiptHash'>>(
    digests: readonly string[],
    find: (filter: Record<string, unknown>) => PromiseLike<Row[]>,
  ): Promise<Row[]> {
    if (digests.length === 0) return [];
    const [whole, joined] = await Promise.all([
      find({ receiptHash: { $in: digests } }),
      this.withJoined(digests, find),
    ]);
    return [...whole, ...joined];
  }

  private async withJoined<Row extends Pick<ExpenseRow, 'receiptHash'>>(
    digests: readonly string[],
    find: (filter: Record<string, unknown>) => PromiseLike<Row[]>,
  ): Promise<Row[]> {
    const ids = await this.joined.find(digests);
    const rows = ids.length === 0 ? [] : await find({ _id: { $in: ids } });
    return rows.filter((row) => digestsIn(row).some((digest) => digests.includes(digest)));
  }

  /** Reads only the column by which rows are grouped, which an index has. */
  private grouped<Column extends 'duplicateKey' | 'receiptHash'>(
    column: Column,
    filter: Record<string, unknown>,
    statuses: readonly ExpenseRow['status'][],
  ) {
    return this.found({ ...filter, status: { $in: statuses } }, [column]);
  }

  private async found<Path extends keyof ExpenseRow & string>(
    filter: Record<string, unknown>,
    paths: readonly Path[],
  ): Promise<Pick<ExpenseRow, Path | '_id'>[]> {
    const find = (limit: number) => findStored(this.rows, filter, paths, { limit });
    const few = await find(FEW);
    return few.length < FEW ? few : find(0);
  }
}

function keysOf(state: ExpenseState) {
  const group = duplicateGroupOf(state);
  return { key: group === null ? null : digestOf(group), digests: receiptHashesOf(state).map(digestOf) };
}

function repeating({ key, digests }: ReturnType<typeof keysOf>): Record<string, unknown>[] {
  return [
    ...(key === null ? [] : [{ duplicateKey: key, status: { $in: APPROVED_OR_PAID } }]),
    ...(digests.length === 0 ? [] : [{ receiptHash: { $in: digests }, status: { $in: SENT } }]),
  ];
}

function idsByKey<Row extends Pick<ExpenseRow, '_id'>>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly (string | null)[],
): Map<string | null, string[]> {
  const groups = new Map<string | null, string[]>();
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const ids = groups.get(key);
      if (ids) ids.push(row._id);
      else groups.set(key, [row._id]);
    }
  }
  return groups;
}
