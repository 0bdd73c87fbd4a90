import { ChartNoAxesColumn, CirclePlus, ReceiptText, Settings, ShieldCheck, type LucideIcon } from 'lucide-react';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly description: string;
  readonly icon: LucideIcon;
  readonly superAdminOnly?: true;
}

export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/my-expenses', label: 'My Expenses', description: 'Track and manage expenses', icon: ReceiptText },
  { to: '/submit-expense', label: 'Submit Expense', description: 'Add new expense', icon: CirclePlus },
  { to: '/my-reports', label: 'My Reports', description: 'Monthly expense reports', icon: ChartNoAxesColumn },
  { to: '/settings', label: 'Settings', description: 'Profile and preferences', icon: Settings },
  {
    to: '/admin',
    label: 'Admin Panel',
    description: 'User and expense management',
    icon: ShieldCheck,
    superAdminOnly: true,
  },
];
