import { STATUSES, type Status } from '@outlay/rules';
import { CHIP_KEYS, type ChipFilter, type ListFilter } from '#expense/expense-list';
import { asText, withoutBlanks } from '#lib/url-search';

export const PANEL_TABS = ['expenses', 'payments', 'reports', 'users', 'analytics'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

const SORTS = ['submission', 'oldest', 'expense'] as const;
export type PanelSort = (typeof SORTS)[number];

export interface PanelSearch extends ChipFilter {
  tab?: PanelTab;
  user?: string;
  status?: Status;
  category?: string;
  sort?: PanelSort;
  q?: string;
  /** An ISO instant: the panel then shows the past. */
  as_of?: string;
  /** The `expense_id` of the open expense. */
  expense?: string;
  reports_of?: string;
  /** The file name or the id of the open report. */
  report?: string;
  /** The id of the open payment run. */
  run?: string;
}

export function readPanelSearch(search: Readonly<Record<string, unknown>>): PanelSearch {
  return withoutBlanks({
    tab: PANEL_TABS.find((known) => known === search.tab),
    user: asText(search.user),
    status: STATUSES.find((known) => known === search.status),
    category: asText(search.category),
    sort: SORTS.find((known) => known === search.sort),
    q: asText(search.q),
    as_of: asText(search.as_of),
    expense: asText(search.expense),
    reports_of: asText(search.reports_of),
    report: asText(search.report),
    run: asText(search.run),
    ...chipsOf(search),
  });
}

export function chipsOf(search: object): ChipFilter {
  const values = new Map<string, unknown>(Object.entries(search));
  // The server refuses others than it knows.
  return Object.fromEntries(CHIP_KEYS.map((key) => [key, asText(values.get(key)) || undefined])) as ChipFilter;
}

export function hasChips(search: ChipFilter): boolean {
  return CHIP_KEYS.some((key) => search[key]);
}

/** One user is chosen beside the list, several by a chip. */
export function isSeveral(user = ''): boolean {
  return user.includes(',');
}

/** The oldest claims are reviewed first, unless another order is chosen. */
export function sortOf({ sort, status }: PanelSearch): PanelSort {
  return sort ?? (status === 'submitted' ? 'oldest' : 'submission');
}

/** The screen of the past has controls for these only. */
export function pastFilterOf({ user, status, q = '', ...search }: PanelSearch): ListFilter {
  return filterOf({ user, status, ...chipsOf(search) }, q);
}

export function filterOf(search: PanelSearch, q: string): ListFilter {
  const { user, status, category } = search;
  const sort = ({ submission: undefined, oldest: 'oldest', expense: 'date' } as const)[sortOf(search)];
  return { user, status, category, q, sort, ...chipsOf(search) };
}
