import { maySubmit, readsAll, type Role } from '@outlay/rules';
import * as texts from '#strings/shell';
import type { GlyphName } from '#ui/glyphs';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly description: string;
  readonly icon: GlyphName;
  readonly search?: { readonly status: 'submitted' };
}

const NAV_ITEMS: readonly NavItem[] = [
  {
    to: '/my-expenses',
    label: texts.myExpenses,
    description: texts.myExpensesText,
    icon: 'my-expenses',
  },
  {
    to: '/submit-expense',
    label: texts.submitExpense,
    description: texts.submitExpenseText,
    icon: 'submit-expense',
  },
  {
    to: '/my-reports',
    label: texts.myReports,
    description: texts.myReportsText,
    icon: 'my-reports',
  },
  { to: '/settings', label: texts.settings, description: texts.settingsText, icon: 'settings' },
  {
    to: '/admin',
    label: texts.admin,
    description: texts.adminText,
    icon: 'admin',
  },
  { to: '/audit', label: texts.audit, description: texts.auditText, icon: 'audit' },
];

const OF_READERS = ['/admin', '/audit'];
/** Super admins find the panel with the claims that wait for a decision, the oldest first. */
const WAITING = { status: 'submitted' } as const;

export function navItemsOf(role: Role): readonly NavItem[] {
  return NAV_ITEMS.filter(
    ({ to }) => to === '/settings' || (OF_READERS.includes(to) ? readsAll(role) : maySubmit(role)),
  ).map((item) => (item.to === '/admin' && role === 'super_admin' ? { ...item, search: WAITING } : item));
}
