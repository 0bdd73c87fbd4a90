import { lazy, useCallback, useDeferredValue, useState } from 'react';
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
import { PastActions } from './past-actions';

const PaymentsTab = lazy(() => import('#features/payments/run/payments-tab'));
const ReportsTab = lazy(() => import('#features/reports/reports-tab'));
const PastPanel = lazyPart(() => import('#features/past/past-panel'));
const Analytics = lazy(() => import('#features/analytics/analytics-tab'));
const UsersContent = lazy(() => import('./users-content'));
// The footer is optional: it is left out if it cannot be loaded.
const RateFooter = lazyPart(() => import('#features/rates/rate-footer').catch(() => ({ default: () => null })));

const SMALL = '(width < 40rem)';

const TABS = {
  expenses: { label: texts.expenses, Content: ExpensesContent },
  payments: { label: texts.payments, Content: PaymentsTab },
  reports: { label: texts.reports, Content: ReportsTab },
  users: { label: texts.users, Content: UsersContent },
  analytics: { label: texts.analytics, Content: Analytics },
} as const satisfies Record<PanelTab, unknown>;

const NO_TAB = { Content: null };

export function AdminScreen() {
  const [{ as_of }] = usePanelSearch();
  // On a phone, actions are beside the sections, so that the list starts in the upper half.
  const hasActions = !useMediaQuery(SMALL) || as_of;
  return (
    <>
      <PageHeader
        isDense
        title={texts.title}
        subtitle={texts.subtitle}
        actions={hasActions && <PastActions other={as_of ? { to: '/audit', label: texts.audit } : null} />}
      />
      <AdminGate>{as_of ? <PastPanel asOf={as_of} Analytics={Analytics} /> : <Sections />}</AdminGate>
    </>
  );
}

/** Loads once it is on the screen, which the foot of a long list is not. */
function Foot() {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((foot: HTMLElement | null) => {
    if (!foot) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    observer.observe(foot);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={watch} className="min-h-px">
      {isSeen && <RateFooter />}
    </div>
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
      <Foot />
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
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <Field label={<span className="sr-only">{texts.section}</span>} className="flex-1 basis-28">
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
        <PastActions other={null} />
      </div>
      {content}
    </>
  );
}
