import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as adminTexts from '#strings/admin';
import * as texts from '#strings/past';
import { AsOfBar } from '#panel/as-of-bar';
import { pastFilterOf } from '#panel/panel-search';
import { usePanelSearch } from '#panel/use-panel-search';
import { Tabs } from '#ui/tabs';
import { PastExpenses } from './past-expenses';
import { PastPeople } from './past-people';
import { PastReports } from './past-reports';
import { pastSummary, percentOf } from './past-queries';

const TABS = [
  { value: 'expenses', label: adminTexts.expenses, Content: PastExpenses },
  { value: 'reports', label: adminTexts.reports, Content: PastReports },
  { value: 'users', label: texts.people, Content: PastPeople },
] as const;

/** The panel as it was. It has no actions: what is shown may have changed since. */
export default function PastPanel({ asOf }: { asOf: string }) {
  const [search, change] = usePanelSearch();
  const [chosen, setChosen] = useState<(typeof TABS)[number]['value'] | null>(null);
  const { value, Content } = TABS.find((tab) => tab.value === (chosen ?? search.tab)) ?? TABS[0];
  const { isPending, failureReason, isError } = useQuery(pastSummary(asOf, pastFilterOf(search)));
  return (
    <>
      <AsOfBar
        asOf={asOf}
        percent={isPending && !isError ? percentOf(failureReason) : null}
        onChange={(as_of) => change({ as_of })}
      />
      <Tabs label={texts.sections} value={value} onChange={setChosen} tabs={TABS}>
        <Content asOf={asOf} />
      </Tabs>
    </>
  );
}
