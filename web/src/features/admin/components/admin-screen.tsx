import { lazy, Suspense } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query';
import { Select } from '../../../ui/controls';
import { Field } from '../../../ui/field';
import { PageHeader } from '../../../ui/page-header';
import { Tabs } from '../../../ui/tabs';
import { ADMIN_TABS, type AdminTab } from '../admin-search';
import { ExpensesTab } from '../expenses/expenses-tab';
import { useAdminSearch } from '../use-admin-search';
import { AdminGate } from './admin-gate';
import { Analytics } from './analytics';

const ReportsTab = lazy(() => import('../reports/reports-tab'));
const UsersTab = lazy(() => import('../users/users-tab'));

const SMALL = '(width < 40rem)';

const TABS = {
  expenses: { label: 'Expenses', Content: ExpensesTab },
  reports: { label: 'Reports', Content: ReportsTab },
  users: { label: 'Users', Content: UsersTab },
  analytics: { label: 'Analytics', Content: Analytics },
} as const satisfies Record<AdminTab, unknown>;

export function AdminScreen() {
  return (
    <>
      <PageHeader title="Admin Panel" subtitle="Manage users, approve expenses, and view analytics" />
      <AdminGate>
        <Sections />
      </AdminGate>
    </>
  );
}

function Sections() {
  const [{ tab = 'expenses' }, change] = useAdminSearch();
  const isSmall = useMediaQuery(SMALL);
  const { Content } = TABS[tab];
  const show = (next: AdminTab) => change({ tab: next === 'expenses' ? undefined : next, expense: undefined });
  if (!isSmall) {
    return (
      <Tabs
        label="Admin Panel"
        value={tab}
        onChange={show}
        tabs={ADMIN_TABS.map((value) => ({ value, label: TABS[value].label }))}
      >
        <Suspense>
          <Content />
        </Suspense>
      </Tabs>
    );
  }
  return (
    <>
      <Field label="Section" className="mb-5">
        {(control) => (
          <Select {...control} value={tab} onChange={({ target }) => show(target.value as AdminTab)}>
            {ADMIN_TABS.map((value) => (
              <option key={value} value={value}>
                {TABS[value].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Suspense>
        <Content />
      </Suspense>
    </>
  );
}
