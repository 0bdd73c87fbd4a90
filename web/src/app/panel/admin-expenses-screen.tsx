import * as texts from '#strings/admin';
import { PageHeader } from '#ui/page-header';
import { ExpensesContent } from './expenses-content';
import { lazyPart } from '#ui/lazy-part';
import { usePanelSearch } from '#panel/use-panel-search';
import { AdminGate } from './admin-gate';

const PastPanel = lazyPart(() => import('#features/past/past-panel'));

export function AdminExpensesScreen() {
  const [{ as_of }] = usePanelSearch();
  return (
    <>
      <PageHeader isDense title={texts.expensesTitle} subtitle={texts.expensesSubtitle} />
      <AdminGate>{as_of ? <PastPanel asOf={as_of} /> : <ExpensesContent />}</AdminGate>
    </>
  );
}
