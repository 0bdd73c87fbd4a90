import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/review';
import { formatMoney, formatShortDate } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { Table, Td, Th } from '#ui/table';

/** In a sheet beside the receipt, the columns do not all fit: the ID is below the status there, as in the list. */
const IF_WIDE = '@max-[36rem]:hidden';
const IF_NARROW = '@min-[36rem]:hidden';

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
          <Th>
            {texts.status}
            <span className={cn('block', IF_NARROW)}>{texts.id}</span>
          </Th>
          <Th className={IF_WIDE}>{texts.id}</Th>
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
              <span className={cn('figures mt-1 block', IF_NARROW)}>{expense.expense_id}</span>
            </Td>
            <Td className={cn('figures', IF_WIDE)}>{expense.expense_id}</Td>
            <Td className="whitespace-nowrap">
              <ReceiptLink expense={expense} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
