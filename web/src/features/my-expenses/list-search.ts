import { STATUSES, type Status } from '@outlay/rules';
import type { ListFilter } from '#expense/expense-list';
import { asText, withoutBlanks } from '#lib/url-search';

export interface ListSearch {
  status?: Status;
  category?: string;
  trip?: string;
  sort?: 'expense';
  q?: string;
  expense?: string;
}

export function readListSearch(search: Record<string, unknown>): ListSearch {
  return withoutBlanks({
    status: STATUSES.find((known) => known === search.status),
    category: asText(search.category),
    trip: asText(search.trip),
    sort: search.sort === 'expense' ? 'expense' : undefined,
    q: asText(search.q),
    expense: asText(search.expense),
  });
}

export function isFiltered({ status, category, trip, q }: ListSearch): boolean {
  return Boolean(status ?? category ?? trip ?? q);
}

export function filterOf({ status, category, trip, sort }: ListSearch, q: string): ListFilter {
  return { status, category, trip, q, sort: sort && 'date' };
}
