import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney } from '../../../expense/format';
import { StatusPill } from '../../../expense/status-pill';
import { EmptyState } from '../../../ui/empty-state';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { SkeletonRows } from '../../../ui/skeleton';
import { Table, Td, Th } from '../../../ui/table';
import { ownExpensesQuery } from '../api/own-expenses';

export function MyExpensesScreen() {
  const { data: expenses = [], isPending, isError } = useQuery(ownExpensesQuery);
  return (
    <>
      <PageHeader title="My Expenses" />
      {isPending && <SkeletonRows label="Loading your expenses..." />}
      {isError && <Notice tone="error">Unable to load your expenses. Please refresh or sign in again.</Notice>}
      {!isPending && !isError && expenses.length === 0 && (
        <EmptyState title="No expenses found">Get started by submitting your first expense</EmptyState>
      )}
      {expenses.length > 0 && (
        <Table aria-label="My expenses">
          <thead>
            <tr>
              <Th>Date</Th>
              <Th>Category</Th>
              <Th>Description</Th>
              <Th className="text-right">Amount</Th>
              <Th>Status</Th>
            </tr>
          </thead>
          <tbody>
            {expenses.map((expense) => (
              <tr key={expense.id}>
                <Td className="figures">{formatDate(expense.date)}</Td>
                <Td>{expense.type}</Td>
                <Td>{expense.justification}</Td>
                <Td className="figures text-right">{formatMoney(expense.amount, expense.currency)}</Td>
                <Td>
                  <StatusPill status={expense.status} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
