import { Inject, Injectable, Optional } from '@nestjs/common';
import { OutlayError, peopleOf, type ExpenseFilter, type ReplyOf, type listExpenses } from '@outlay/contracts';
import { findStored, isTimeLimit, sumsIn } from '@outlay/documents';
import { normaliseEmail, STATUSES } from '@outlay/rules';
import type { FoundExpense } from '../stream/expense-stream.js';
import { EXPENSE_PREFIX } from '../stream/stream-types.js';
import { DuplicateQueries } from './duplicate.queries.js';
import {
  EXPENSE_MODEL,
  expenseSearch,
  rowsJson,
  statesJson,
  type ExpenseModel,
  type ExpenseRow,
} from './expense.model.js';
import {
  afterCursor,
  among,
  chosenFilter,
  cursorAt,
  idFilter,
  listFilter,
  listOrder,
  isSearched,
  searchedText,
  searchFilter,
  UNDECIDED,
  UUID,
  type ListSort,
} from './list-filter.js';
import { listedBytes } from './listed-json.js';
import { personModel, RenamedPeople } from './renamed-people.js';
import { bucketOfRow, bucketOfSum, SUMMED_BY, type Bucket } from './summary.js';

const EXISTING = { $ne: 'deleted' } as const;
/** The bytes of a page, which leave room in a message for the rest of the reply. */
const PAGE_BYTES = 900_000;
/** A search takes a tenth of it at most, unless it finds very little among very much, or the machine is busy. */
const SEARCH_MS = 2_000;
/** Rows whose duplicates are counted together. */
const COUNTED_AT_ONCE = 500;
/** The embedded store reads these from columns alone if each is a text, and otherwise decodes the document as well. */
const LISTED = ['json', 'head', 'userId', 'status', 'createdAt', 'byDate', 'duplicateKey', 'receiptHash'] as const;
type ListedRow = Pick<ExpenseRow, '_id' | (typeof LISTED)[number]>;

export interface ListRequest {
  readonly userId: string | null;
  /** The present name of the user whose list it is, if the caller knows it. */
  readonly userName?: string | undefined;
  readonly limit: number;
  readonly cursor: string | null;
  readonly sort: ListSort;
  readonly filter: ExpenseFilter;
  readonly ids?: readonly string[] | undefined;
  readonly states?: boolean | undefined;
}
type Listed = Pick<ListRequest, 'userId' | 'sort' | 'filter' | 'ids'>;

function decidedOnly(filter: ExpenseFilter): ExpenseFilter {
  const decided = STATUSES.filter((status) => !UNDECIDED.includes(status));
  return { ...filter, statuses: among(filter.statuses, decided), duplicates: undefined };
}

@Injectable()
export class ExpenseQueries {
  private readonly people: RenamedPeople;
  private readonly duplicates: DuplicateQueries;

  constructor(
    @Inject(EXPENSE_MODEL) private readonly rows: ExpenseModel,
    @Optional() private readonly searchMs = SEARCH_MS,
  ) {
    this.people = new RenamedPeople(personModel(rows.db));
    this.duplicates = new DuplicateQueries(rows);
  }

  async resolve(ref: string): Promise<string> {
    return (await this.find(ref)).id;
  }

  /** The id, and the head of the row if it had to be read. */
  async find(ref: string): Promise<FoundExpense> {
    const id = ref.startsWith(EXPENSE_PREFIX) ? ref.slice(EXPENSE_PREFIX.length) : ref;
    if (UUID.test(id)) return { id };
    const filter = { expenseId: ref.toUpperCase() };
    const [row] = await findStored(this.rows, filter, ['revision', 'head'], { limit: 1 });
    if (!row) throw new OutlayError('NOT_FOUND', 'Expense not found');
    return { id: row._id, known: { revision: row.revision, headHash: row.head } };
  }

  async page({
    userId,
    userName,
    limit,
    cursor,
    sort,
    filter,
    ids,
    states = false,
  }: ListRequest): Promise<Omit<ReplyOf<typeof listExpenses>, 'version'>> {
    const found = await this.listed({ userId, sort, filter, ids }, cursor, limit + 1);
    const rows = fitting(found.slice(0, limit));
    const last = rows.at(-1);
    const [names, counts] = await Promise.all([
      userName === undefined ? this.people.namesIn(rows) : new Map([[userId, userName]]),
      this.duplicates.counts(rows),
    ]);
    return {
      expenses: (states ? statesJson : rowsJson)(rows, names, counts),
      nextCursor: found.length > rows.length && last ? cursorAt(last, sort) : null,
    };
  }

  /** Null for all users. `userId` is the user whose list it is, or null for the list of all. */
  async ownersOf(userId: string | null, { user }: Pick<ExpenseFilter, 'user'>): Promise<string[] | null> {
    if (userId !== null) return [userId];
    if (user === null) return null;
    const ids = peopleOf(user).map(async (person) => {
      if (!person.includes('@')) return person;
      const row = await this.rows.findOne({ userEmail: normaliseEmail(person) }).lean();
      return row?.userId ?? person;
    });
    return [...new Set(await Promise.all(ids))];
  }

  /** The sums of what a search finds, in slices between which other work has its turn. */
  async *sums(userId: string | null, filter: ExpenseFilter): AsyncGenerator<Bucket[]> {
    const { duplicates } = filter;
    if (duplicates === 'no') yield* this.sums(userId, decidedOnly(filter));
    if (duplicates !== undefined) return yield* this.sumsOfUndecided(userId, filter);
    const conditions = await this.conditions({ userId, sort: 'created_at', filter });
    // A range of dates is one of this index.
    const order = (filter.dateFrom ?? filter.dateTo) === undefined ? 'createdAt' : 'byDate';
    const sums = sumsIn(
      this.rows,
      { $and: [...conditions, { json: { $ne: null } }] },
      { by: SUMMED_BY, of: 'reimbursement', order, maxTimeMs: this.searchMs },
    );
    try {
      for await (const slice of sums) yield slice.map(bucketOfSum);
    } catch (error) {
      throw asTooBroad(error);
    }
  }

  private async *sumsOfUndecided(userId: string | null, filter: ExpenseFilter): AsyncGenerator<Bucket[]> {
    const undecided = { ...filter, statuses: among(filter.statuses, UNDECIDED) };
    for await (const slice of this.slices({ userId, sort: 'created_at', filter: undecided }, null))
      yield slice.flatMap(({ json }) => (json ? bucketOfRow(json) : []));
  }

  /** The public ids of listed expenses, by `id`. */
  async publicIds(ids: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await this.rows.find({ _id: { $in: [...ids] } }, { expenseId: 1 }).lean();
    return new Map(rows.map(({ _id, expenseId }) => [_id, expenseId]));
  }

  /** Finds the owners and public ids of expenses. Leaves out expenses that are not projected yet. */
  async owners(ids: readonly string[]): Promise<{ id: string; expenseId: string; userId: string | null }[]> {
    const rows = await this.rows
      .find({ _id: { $in: [...ids] } }, { userId: 1, expenseId: 1 })
      .lean<Pick<ExpenseRow, '_id' | 'userId' | 'expenseId'>[]>();
    return rows.flatMap(({ _id: id, expenseId, userId }) => (expenseId === null ? [] : { id, expenseId, userId }));
  }

  /** The given `expenseIds` that belong to the user. */
  async ownPublicIds(expenseIds: readonly string[], userId: string): Promise<Set<string | null>> {
    const filter = { expenseId: { $in: [...expenseIds] }, userId };
    const rows = await this.rows.find(filter, { expenseId: 1 }).lean<Pick<ExpenseRow, 'expenseId'>[]>();
    return new Set(rows.map(({ expenseId }) => expenseId));
  }

  async byReceipt(fileName: string): Promise<{ id: string; userId: string | null } | null> {
    const row = await this.rows.findOne({ receiptFile: fileName, status: EXISTING }).lean();
    return row && { id: row._id, userId: row.userId };
  }

  private async listed(request: Listed, cursor: string | null, limit: number): Promise<ListedRow[]> {
    if (request.filter.duplicates === undefined) return this.search(request, cursor, limit);
    const end = performance.now() + this.searchMs;
    const found: ListedRow[] = [];
    for await (const slice of this.slices(request, cursor)) {
      found.push(...slice);
      if (found.length >= limit) break;
      if (performance.now() > end) throw tooBroad();
    }
    return found.slice(0, limit);
  }

  /** The rows that a filter by duplicates leaves. They depend on other rows, so no condition of a query finds them. */
  private async *slices(request: Listed, cursor: string | null): AsyncGenerator<ListedRow[]> {
    for (let from = cursor; ;) {
      const rows = await this.search(request, from, COUNTED_AT_ONCE);
      const counts = await this.duplicates.counts(rows);
      const isLeft = (count = 0) => count > 0 === (request.filter.duplicates === 'yes');
      yield rows.filter(({ _id }) => isLeft(counts.get(_id)));
      const last = rows.at(-1);
      if (!last || rows.length < COUNTED_AT_ONCE) return;
      from = cursorAt(last, request.sort);
    }
  }

  private async search(request: Listed, cursor: string | null, limit: number): Promise<ListedRow[]> {
    const { sort, filter } = request;
    const conditions = { $and: [...(await this.conditions(request)), afterCursor(cursor, sort)] };
    const inTime = isSearched(filter) ? { maxTimeMS: this.searchMs } : {};
    try {
      return await findStored(this.rows, conditions, LISTED, { sort: listOrder(sort), limit, ...inTime });
    } catch (error) {
      throw asTooBroad(error);
    }
  }

  private async conditions({ userId, sort, filter, ids }: Listed): Promise<Record<string, unknown>[]> {
    const owners = await this.ownersOf(userId, filter);
    const searched = await this.searched(userId === null ? 'all' : 'own', filter);
    return [listFilter(owners, filter, sort), searched, chosenFilter(filter), idFilter(ids)];
  }

  private async searched(scope: 'own' | 'all', filter: ExpenseFilter): Promise<Record<string, unknown>> {
    const text = searchedText(filter);
    if (text === null) return {};
    const named = scope === 'all' ? await this.people.withNameLike(text) : [];
    return searchFilter(expenseSearch(this.rows.db), scope, text, named);
  }
}

function asTooBroad(error: unknown): unknown {
  return isTimeLimit(error) ? tooBroad() : error;
}

function tooBroad(): OutlayError {
  return new OutlayError(
    'SEARCH_TOO_BROAD',
    'This search takes too long. Please enter more of a text, or add a filter such as a user or a status.',
  );
}

function fitting(rows: readonly ListedRow[]): readonly ListedRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ json }, index) => {
    bytes += listedBytes(json ?? '');
    return bytes > PAGE_BYTES && index > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
