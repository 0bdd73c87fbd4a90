import { STATUSES, type Status } from '@outlay/rules';

/** What the address of the list says: its filters, and the expense that is open. Left out is the default. */
export interface ListSearch {
  status?: Status;
  category?: string;
  /** The default is by submission. */
  sort?: 'expense';
  q?: string;
  /** The `expense_id` of the open expense. */
  expense?: string;
}

/** Reads an address as it may have been typed: what is none of ours is left out. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const status = STATUSES.find((known) => known === search.status);
  const category = asText(search.category);
  const q = asText(search.q);
  const expense = asText(search.expense);
  return {
    ...(status && { status }),
    ...(category && { category }),
    ...(search.sort === 'expense' && { sort: 'expense' }),
    ...(q && { q }),
    ...(expense && { expense }),
  };
}

/** The router reads `q=250` as a number. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isFiltered({ status, category, q }: ListSearch): boolean {
  return Boolean(status ?? category ?? q);
}
