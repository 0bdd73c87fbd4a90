import type { ExpenseJson, ReportJson } from '@outlay/contracts';
import * as texts from '#strings/reports';
import { formatDate, formatMoney } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { Table, Td, Th } from '#ui/table';

/** The visible expenses of a report, in its order. A report may use any of an expense's ids. */
export function expensesOf(report: ReportJson, expenses: readonly ExpenseJson[]): ExpenseJson[] {
  const byId = new Map(
    expenses.flatMap((expense) =>
      [expense.expense_id, expense.unique_id, expense.id].map((id) => [id, expense] as const),
    ),
  );
  return report.expense_ids.flatMap((id) => byId.get(id) ?? []);
}

export function PaidExpenses({ expenses }: { expenses: readonly ExpenseJson[] }) {
  return (
    <Table aria-label={texts.paidTable}>
      <thead>
        <tr>
          <Th>{texts.date}</Th>
          <Th>{texts.description}</Th>
          <Th>{texts.category}</Th>
          <Th className="text-right">{texts.originalAmount}</Th>
          <Th className="text-right">{texts.reimbursement}</Th>
          <Th>{texts.id}</Th>
          <Th>{texts.receipt}</Th>
        </tr>
      </thead>
      <tbody>
        {expenses.map((expense) => (
          <tr key={expense.id}>
            <Td className="figures">{formatDate(expense.date)}</Td>
            <Td className="min-w-40 wrap-anywhere">{expense.justification ?? '–'}</Td>
            <Td className="min-w-34 wrap-anywhere">{expense.type ?? '–'}</Td>
            <Td className="figures text-right">{formatMoney(expense.amount, expense.currency)}</Td>
            <Td className="figures text-right">
              {formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}
            </Td>
            <Td className="figures text-muted">{expense.expense_id}</Td>
            <Td className="whitespace-nowrap">
              <ReceiptLink expense={expense} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
