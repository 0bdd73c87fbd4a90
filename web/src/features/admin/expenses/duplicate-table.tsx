import type { ExpenseJson } from '@outlay/contracts';
import { formatMoney, formatShortDate } from '../../../expense/format';
import { ReceiptLink } from '../../../expense/receipt-link';
import { StatusPill } from '../../../expense/status-pill';
import { Table, Td, Th } from '../../../ui/table';

export function DuplicateTable({ expenses }: { expenses: readonly ExpenseJson[] }) {
  return (
    <Table aria-label="Claims with the same date, amount and currency" className="text-xs [&_td]:px-2 [&_th]:px-2">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>Description</Th>
          <Th className="text-right">Amount</Th>
          <Th>Status</Th>
          <Th>ID</Th>
          <Th>Receipt</Th>
        </tr>
      </thead>
      <tbody>
        {expenses.map((expense) => (
          <tr key={expense.id}>
            <Td className="figures">{formatShortDate(expense.date)}</Td>
            <Td className="min-w-28 wrap-anywhere">{expense.justification ?? '–'}</Td>
            <Td className="figures text-right">{formatMoney(expense.amount, expense.currency)}</Td>
            <Td>
              <StatusPill status={expense.status} />
            </Td>
            <Td className="figures">{expense.expense_id}</Td>
            <Td className="whitespace-nowrap">
              <ReceiptLink expense={expense} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
