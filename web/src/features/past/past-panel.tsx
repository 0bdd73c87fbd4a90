import type { ComponentType } from 'react';
import type { SummaryJson } from '@outlay/contracts';
import { STATUSES } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import * as adminTexts from '#strings/admin';
import * as texts from '#strings/past';
import { expenseSummary } from '#expense/expense-list';
import { formatMoney } from '#expense/format';
import { STATUS_LOOK } from '#expense/status-pill';
import { AsOfBar } from '#panel/as-of-bar';
import { pastFilterOf, type PanelTab } from '#panel/panel-search';
import { ALL_EXPENSES } from '#panel/queries';
import { usePanelSearch } from '#panel/use-panel-search';
import { Tabs } from '#ui/tabs';
import { PastExpenses } from './past-expenses';
import { PastPeople } from './past-people';
import { PastReports } from './past-reports';
import { pastSummary, percentOf } from './past-queries';

interface PastTab {
  value: PanelTab;
  label: string;
  Content: ComponentType<{ asOf: string }>;
}

const TABS = [
  { value: 'expenses', label: adminTexts.expenses, Content: PastExpenses },
  { value: 'reports', label: adminTexts.reports, Content: PastReports },
  { value: 'users', label: texts.people, Content: PastPeople },
] as const satisfies readonly PastTab[];

interface PastPanelProps {
  asOf: string;
  /** Without it, there is no such section, as outside the panel. */
  Analytics?: ComponentType<{ asOf: string }>;
}

/** The panel as it was. It has no actions, since the expenses may have changed. */
export default function PastPanel({ asOf, Analytics }: PastPanelProps) {
  const [search, change] = usePanelSearch();
  const tabs: readonly PastTab[] = Analytics
    ? [...TABS, { value: 'analytics', label: adminTexts.analytics, Content: Analytics }]
    : TABS;
  const { value, Content } = tabs.find((tab) => tab.value === search.tab) ?? TABS[0];
  const filter = pastFilterOf(search);
  const { data: then, isPending, failureReason, isError } = useQuery(pastSummary(asOf, filter));
  const { data: now } = useQuery(expenseSummary(ALL_EXPENSES, filter));
  return (
    <>
      <AsOfBar
        asOf={asOf}
        percent={isPending && !isError ? percentOf(failureReason) : null}
        differences={then && now ? differencesOf(then, now) : null}
        onChange={(as_of) => change({ as_of })}
      />
      <Tabs
        label={texts.sections}
        value={value}
        onChange={(tab) => change({ tab: tab === 'expenses' ? undefined : tab })}
        tabs={tabs}
      >
        <Content asOf={asOf} />
      </Tabs>
    </>
  );
}

/** The difference between the cards then and now, by status. */
function differencesOf(then: SummaryJson, now: SummaryJson): string {
  const changed = STATUSES.flatMap((status) => {
    const [before, after] = [then, now].map(({ totals }) => {
      const ofStatus = totals.filter((total) => total.status === status);
      const sums = ofStatus.map(({ total, reimbursement_currency }) => formatMoney(total, reimbursement_currency));
      return { count: ofStatus.reduce((sum, { count }) => sum + count, 0), sums: sums.sort().join(' ') };
    });
    if (!before || !after || (before.count === after.count && before.sums === after.sums)) return [];
    return [texts.changed(STATUS_LOOK[status].label, before.count, after.count)];
  });
  return changed.length === 0 ? texts.unchanged : texts.since(changed.join(', '));
}
