import { decodeCursor, encodeCursor, OutlayError, type ExpenseFilter, type ListQuery } from '@outlay/contracts';
import { parseAmount } from '@outlay/rules';
import type { ExpenseRow } from './expense.model.js';

export type ListSort = ListQuery['sort'];
const KEY = { created_at: 'createdAt', date: 'byDate', oldest: 'createdAt' } as const satisfies Record<
  ListSort,
  keyof ExpenseRow
>;

/** The id breaks ties, so that pages neither overlap nor skip. */
export function listOrder(sort: ListSort): Record<string, 1 | -1> {
  const direction = sort === 'oldest' ? 1 : -1;
  return { [KEY[sort]]: direction, _id: direction };
}

export function listFilter(userId: string | null, { statuses, category }: ExpenseFilter, sort: ListSort) {
  return {
    // Excludes deleted drafts, which have neither sort key.
    [KEY[sort]]: { $gt: '' },
    ...(userId !== null && { userId }),
    ...(statuses !== null && { status: statuses.length === 1 ? statuses[0] : { $in: [...statuses] } }),
    ...(category !== null && { category }),
  };
}

/** Super admins and owners search different columns (specification §2). */
export function searchFilter(scope: 'own' | 'all', q: string | null) {
  const text = q?.trim().toLowerCase() ?? '';
  if (text === '') return {};
  if (scope === 'all') return { search: containing(text) };
  const amount = parseAmount(text);
  const texts = { ownSearch: containing(text) };
  return amount === null ? texts : { $or: [texts, { ownSearch: containing(`=${amount}=`) }] };
}

function containing(text: string) {
  return { $regex: text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') };
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
  return { $or: [{ [KEY[sort]]: { [next]: key } }, { [KEY[sort]]: key, _id: { [next]: id } }] };
}

export function cursorAt(row: ExpenseRow, sort: ListSort): string {
  return encodeCursor([`${sort}:${row[KEY[sort]] ?? ''}`, row._id]);
}
