import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/review';
import { formatMoney, formatShortDate } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { StatusPill } from '#expense/status-pill';
import { Table, Td, Th } from '#ui/table';

interface DuplicateTableProps {
  expense: ExpenseJson;
  duplicates: readonly DuplicateJson[];
}

export function DuplicateTable({ expense: own, duplicates }: DuplicateTableProps) {
  return (
    <Table aria-label={texts.duplicateTable} className="text-xs [&_svg]:hidden [&_td]:px-1.5 [&_th]:px-1.5">
      <thead>
        <tr>
          <Th>{texts.date}</Th>
          <Th>{texts.description}</Th>
          <Th className="text-right">{texts.amount}</Th>
          <Th>{texts.status}</Th>
          <Th>{texts.id}</Th>
          <Th>{texts.receipt}</Th>
        </tr>
      </thead>
      <tbody>
        {duplicates.map((expense) => (
          <tr key={expense.id}>
            <Td className="figures">{formatShortDate(expense.date)}</Td>
            <Td className="min-w-20 wrap-anywhere">
              {expense.justification ?? expenseTexts.unknown}
              {expense.user_id !== own.user_id && <span className="block font-semibold">{expense.user_name}</span>}
              {expense.same_receipt && <span className="block font-semibold">{texts.sameReceipt}</span>}
            </Td>
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
