import { ChartNoAxesColumn, CirclePlus, ReceiptText, Settings, ShieldCheck, type LucideIcon } from 'lucide-react';
import * as texts from '#strings/shell';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly description: string;
  readonly icon: LucideIcon;
  readonly superAdminOnly?: true;
}

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/my-expenses', label: texts.myExpenses, description: texts.myExpensesText, icon: ReceiptText },
  { to: '/submit-expense', label: texts.submitExpense, description: texts.submitExpenseText, icon: CirclePlus },
  { to: '/my-reports', label: texts.myReports, description: texts.myReportsText, icon: ChartNoAxesColumn },
  { to: '/settings', label: texts.settings, description: texts.settingsText, icon: Settings },
  {
    to: '/admin',
    label: texts.admin,
    description: texts.adminText,
    icon: ShieldCheck,
    superAdminOnly: true,
  },
];

export function navItemsOf(isSuperAdmin: boolean): readonly NavItem[] {
  return NAV_ITEMS.filter((item) => !item.superAdminOnly || isSuperAdmin);
}
