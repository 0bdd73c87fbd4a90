import { STATUSES, type Status } from '@outlay/rules';

export interface ListSearch {
  status?: Status;
  category?: string;
  sort?: 'expense';
  q?: string;
  expense?: string;
}

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

/** The router parses `q=250` as a number. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isFiltered({ status, category, q }: ListSearch): boolean {
  return Boolean(status ?? category ?? q);
}
