import { decodeCursor, encodeCursor, OutlayError, type ExpenseFilter, type ListQuery } from '@outlay/contracts';
import { normaliseEmail, parseAmount, searchable, type Status } from '@outlay/rules';
import { escaped, type TextSearch } from '@outlay/documents';
import type { ExpenseRow } from './expense.model.js';
import { sortableAmount } from './sortable-amount.js';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type ListSort = ListQuery['sort'];
const keyOf = (sort: ListSort) => (sort === 'date' ? 'byDate' : 'createdAt');

/** The id breaks ties, so that pages neither overlap nor skip. */
export function listOrder(sort: ListSort): Record<string, 1 | -1> {
  const direction = sort === 'oldest' ? 1 : -1;
  return { [keyOf(sort)]: direction, _id: direction };
}

/** In these statuses, a claim has its duplicates counted. */
export const UNDECIDED: readonly Status[] = ['draft', 'submitted'];

export function listFilter(owners: readonly string[] | null, filter: ExpenseFilter, sort: ListSort) {
  const { category, duplicates } = filter;
  const statuses = duplicates === 'yes' ? among(filter.statuses, UNDECIDED) : filter.statuses;
  return {
    // Excludes deleted drafts, which have neither sort key.
    [keyOf(sort)]: { $gt: '' },
    ...(owners !== null && { userId: oneOf(owners) }),
    ...(statuses !== null && { status: oneOf(statuses) }),
    ...(category !== null && { category }),
  };
}

export function among(chosen: readonly Status[] | null, statuses: readonly Status[]): Status[] {
  return statuses.filter((status) => chosen === null || chosen.includes(status));
}

const oneOf = (values: readonly string[]) => (values.length === 1 ? values[0] : { $in: [...values] });

const EQUAL = [
  'reimbursementCurrency',
  'currency',
  'classification',
  'receiptKind',
  'overridden',
  'amended',
  'waiting',
] as const satisfies (keyof ExpenseRow & keyof ExpenseFilter)[];

/** The conditions that few rows may meet; none if nothing is chosen. */
export function chosenFilter(filter: ExpenseFilter): Record<string, unknown> {
  const { reimbursementFrom: from, reimbursementTo: to } = filter;
  return {
    ...Object.fromEntries(EQUAL.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]]))),
    ...(filter.mentioned !== undefined && { mentioned: { $regex: escaped(` ${normaliseEmail(filter.mentioned)} `) } }),
    ...(filter.trip !== undefined && { trip: searchable(filter.trip) }),
    ...dateFilter(filter),
    ...((from ?? to) !== undefined && {
      reimbursement: {
        ...(from !== undefined && { $gte: sortableAmount(from) }),
        ...(to !== undefined && { $lte: sortableAmount(to) }),
      },
    }),
  };
}

/** `byDate` begins with the day and a space, which comes before every other visible character. */
function dateFilter({ dateFrom, dateTo }: ExpenseFilter): Record<string, unknown> {
  if (dateFrom === undefined && dateTo === undefined) return {};
  // A claim without a date begins with the space.
  return { byDate: { $gte: dateFrom ?? '!', ...(dateTo !== undefined && { $lt: `${dateTo}!` }) } };
}

/** Null: nothing is searched. */
export function searchedText({ q }: Pick<ExpenseFilter, 'q'>): string | null {
  return searchable(q ?? '') || null;
}

/** Whether few rows may match. */
export function isSearched(filter: ExpenseFilter): boolean {
  const isChosen = filter.duplicates !== undefined || Object.keys(chosenFilter(filter)).length > 0;
  return isChosen || searchedText(filter) !== null;
}

/** Super admins and owners search different columns. @param named whose name of today has the text */
export function searchFilter(
  search: TextSearch<'search' | 'ownSearch'>,
  scope: 'own' | 'all',
  text: string,
  named: readonly string[],
): Record<string, unknown> {
  if (scope === 'all') {
    const asSent = search.containing('search', text);
    return named.length === 0 ? asSent : { $or: [asSent, { userId: { $in: named } }] };
  }
  const amount = parseAmount(text);
  const texts = search.containing('ownSearch', text);
  return amount === null ? texts : { $or: [texts, search.containing('ownSearch', `=${amount}=`)] };
}

export function idFilter(ids: readonly string[] | undefined) {
  if (!ids) return {};
  const [publicIds, streamIds] = [ids.filter((id) => !UUID.test(id)), ids.filter((id) => UUID.test(id))];
  const byPublicId = { expenseId: { $in: publicIds.map((id) => id.toUpperCase()) } };
  // A query with one condition uses its index in every store.
  if (streamIds.length === 0) return byPublicId;
  const byId = { _id: { $in: streamIds } };
  return publicIds.length === 0 ? byId : { $or: [byId, byPublicId] };
}

export function afterCursor(cursor: string | null, sort: ListSort) {
  if (cursor === null) return {};
  const [place, id] = decodeCursor(cursor);
  const [name, key] = [place.slice(0, place.indexOf(':')), place.slice(place.indexOf(':') + 1)];
  if (name !== sort) {
    const message = 'The cursor belongs to a list in another order.';
    throw new OutlayError('INVALID_INPUT', message, [{ field: 'cursor', message }]);
  }
  const next = sort === 'oldest' ? '$gt' : '$lt';
  return { $or: [{ [keyOf(sort)]: { [next]: key } }, { [keyOf(sort)]: key, _id: { [next]: id } }] };
}

export function cursorAt(row: Pick<ExpenseRow, '_id' | ReturnType<typeof keyOf>>, sort: ListSort): string {
  return encodeCursor([`${sort}:${row[keyOf(sort)] ?? ''}`, row._id]);
}
