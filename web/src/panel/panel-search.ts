import { STATUSES, type Status } from '@outlay/rules';

export const PANEL_TABS = ['expenses', 'reports', 'users', 'analytics'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

export interface PanelSearch {
  tab?: PanelTab;
  user?: string;
  status?: Status;
  category?: string;
  sort?: 'expense';
  q?: string;
  /** The `expense_id` of the open expense. */
  expense?: string;
  reports_of?: string;
  /** The file name or the id of the open report. */
  report?: string;
}

export function readPanelSearch(search: Readonly<Record<string, unknown>>): PanelSearch {
  return withoutBlanks({
    tab: PANEL_TABS.find((known) => known === search.tab),
    user: asText(search.user),
    status: STATUSES.find((known) => known === search.status),
    category: asText(search.category),
    sort: search.sort === 'expense' ? 'expense' : undefined,
    q: asText(search.q),
    expense: asText(search.expense),
    reports_of: asText(search.reports_of),
    report: asText(search.report),
  });
}

export function withoutBlanks(search: PanelSearch): PanelSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

/** The router parses `q=250` as a number. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
