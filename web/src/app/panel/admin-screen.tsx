import { lazy, useDeferredValue } from 'react';
import * as texts from '#strings/admin';
import { useMediaQuery } from '#lib/use-media-query';
import { Select } from '#ui/controls';
import { Field } from '#ui/field';
import { lazyPart } from '#ui/lazy-part';
import { PageHeader } from '#ui/page-header';
import { Tabs } from '#ui/tabs';
import { PANEL_TABS, type PanelTab } from '#panel/panel-search';
import { ExpensesContent } from './expenses-content';
import { usePanelSearch } from '#panel/use-panel-search';
import { AdminGate } from './admin-gate';

const ReportsTab = lazy(() => import('#features/reports/reports-tab'));
const Analytics = lazy(() => import('./analytics'));
const UsersTab = lazy(() => import('#features/users/users-tab'));
// Optional: left out if it cannot be loaded.
const RateFooter = lazyPart(() => import('#features/rates/rate-footer').catch(() => ({ default: () => null })));

const SMALL = '(width < 40rem)';

const TABS = {
  expenses: { label: texts.expenses, Content: ExpensesContent },
  reports: { label: texts.reports, Content: ReportsTab },
  users: { label: texts.users, Content: UsersTab },
  analytics: { label: texts.analytics, Content: Analytics },
} as const satisfies Record<PanelTab, unknown>;

const NO_TAB = { Content: null };

export function AdminScreen() {
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <AdminGate>
        <Sections />
      </AdminGate>
    </>
  );
}

function Sections() {
  const [{ tab = 'expenses' }, change] = usePanelSearch();
  const isSmall = useMediaQuery(SMALL);
  // Render the heading before the content of a tab, and keep the previous tab while the next one loads.
  const shown = useDeferredValue<PanelTab | null>(tab, null);
  const { Content } = shown ? TABS[shown] : NO_TAB;
  const show = (next: PanelTab) => change({ tab: next === 'expenses' ? undefined : next, expense: undefined });
  const content = Content && (
    <>
      <Content />
      <RateFooter />
    </>
  );
  if (!isSmall) {
    return (
      <Tabs
        label={texts.title}
        value={tab}
        onChange={show}
        tabs={PANEL_TABS.map((value) => ({ value, label: TABS[value].label }))}
      >
        {content}
      </Tabs>
    );
  }
  return (
    <>
      <Field label={<span className="sr-only">{texts.section}</span>} className="mb-3">
        {(control) => (
          <Select {...control} value={tab} onChange={({ target }) => show(target.value as PanelTab)}>
            {PANEL_TABS.map((value) => (
              <option key={value} value={value}>
                {TABS[value].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {content}
    </>
  );
}
