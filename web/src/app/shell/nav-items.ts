import {
  ChartNoAxesColumn,
  CirclePlus,
  ReceiptText,
  ScrollText,
  Settings,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import { maySubmit, readsAll, type Role } from '@outlay/rules';
import * as texts from '#strings/shell';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly description: string;
  readonly icon: LucideIcon;
}

const NAV_ITEMS: readonly NavItem[] = [
  {
    to: '/my-expenses',
    label: texts.myExpenses,
    description: texts.myExpensesText,
    icon: ReceiptText,
  },
  {
    to: '/submit-expense',
    label: texts.submitExpense,
    description: texts.submitExpenseText,
    icon: CirclePlus,
  },
  {
    to: '/my-reports',
    label: texts.myReports,
    description: texts.myReportsText,
    icon: ChartNoAxesColumn,
  },
  { to: '/settings', label: texts.settings, description: texts.settingsText, icon: Settings },
  {
    to: '/admin',
    label: texts.admin,
    description: texts.adminText,
    icon: ShieldCheck,
  },
  { to: '/audit', label: texts.audit, description: texts.auditText, icon: ScrollText },
];

const OF_READERS = ['/admin', '/audit'];

export function navItemsOf(role: Role): readonly NavItem[] {
  return NAV_ITEMS.filter(
    ({ to }) => to === '/settings' || (OF_READERS.includes(to) ? readsAll(role) : maySubmit(role)),
  );
}
