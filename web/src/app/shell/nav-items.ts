import { maySubmit, readsAll, type Role } from '@outlay/rules';
import type { ComponentType } from 'react';
import * as texts from '#strings/shell';
import { glyph, type GlyphLook } from '#ui/glyph';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly description: string;
  readonly icon: ComponentType<GlyphLook>;
  readonly search?: { readonly status: 'submitted' };
}

const NAV_ITEMS: readonly NavItem[] = [
  {
    to: '/my-expenses',
    label: texts.myExpenses,
    description: texts.myExpensesText,
    icon: glyph('my-expenses'),
  },
  {
    to: '/submit-expense',
    label: texts.submitExpense,
    description: texts.submitExpenseText,
    icon: glyph('submit-expense'),
  },
  {
    to: '/my-reports',
    label: texts.myReports,
    description: texts.myReportsText,
    icon: glyph('my-reports'),
  },
  { to: '/settings', label: texts.settings, description: texts.settingsText, icon: glyph('settings') },
  {
    to: '/admin',
    label: texts.admin,
    description: texts.adminText,
    icon: glyph('admin'),
  },
  { to: '/audit', label: texts.audit, description: texts.auditText, icon: glyph('audit') },
];

const OF_READERS = ['/admin', '/audit'];
/** Super admins find the panel with the claims that wait for a decision, the oldest first. */
const WAITING = { status: 'submitted' } as const;

export function navItemsOf(role: Role): readonly NavItem[] {
  return NAV_ITEMS.filter(
    ({ to }) => to === '/settings' || (OF_READERS.includes(to) ? readsAll(role) : maySubmit(role)),
  ).map((item) => (item.to === '/admin' && role === 'super_admin' ? { ...item, search: WAITING } : item));
}
