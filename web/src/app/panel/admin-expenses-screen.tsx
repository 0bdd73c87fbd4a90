import * as texts from '#strings/admin';
import { PageHeader } from '#ui/page-header';
import { ExpensesContent } from './expenses-content';
import { AdminGate } from './admin-gate';

export function AdminExpensesScreen() {
  return (
    <>
      <PageHeader title={texts.expensesTitle} subtitle={texts.expensesSubtitle} />
      <AdminGate>
        <ExpensesContent />
      </AdminGate>
    </>
  );
}
