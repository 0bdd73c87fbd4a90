import { STATUSES, type Status } from '@outlay/rules';
import type { ListFilter } from '#expense/expense-list';

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

export function filterOf({ status, category, sort }: ListSearch, q: string): ListFilter {
  return { status, category, q: asStored(q.trim()), sort: sort && 'date' };
}

/** Lists show `1,250.00` and `5 Mar 2026`; the server searches 1250.00 and 2026-03-05. */
function asStored(text: string): string {
  if (/^[\d,.]+$/.test(text)) return text.replaceAll(',', '');
  const day = /^\d{1,2} [a-z]{3,9} \d{4}$/i.test(text) ? Date.parse(`${text} UTC`) : Number.NaN;
  return Number.isNaN(day) ? text : new Date(day).toISOString().slice(0, 10);
}
