import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { allExpensesQuery } from '#panel/queries';
import { DuplicateDialog } from '../duplicates/duplicate-dialog';

export interface AmendedDuplicatesProps {
  /** As amended. */
  expense: ExpenseJson;
  ids: readonly string[];
  onSave: () => void;
  onClose: () => void;
}

export function AmendedDuplicates({ expense, ids, onSave, onClose }: AmendedDuplicatesProps) {
  const { data: expenses = [], isFetching } = useQuery(allExpensesQuery);
  const duplicates = expenses
    .filter(({ expense_id }) => ids.includes(expense_id))
    .map((other) => compare(expense, other));
  // A duplicate that was approved a moment ago is still being fetched.
  if (isFetching && duplicates.length < ids.length) return null;
  return (
    <DuplicateDialog expense={expense} duplicates={duplicates} busy={false} onApprove={onSave} onClose={onClose} />
  );
}

function compare(expense: ExpenseJson, other: ExpenseJson): DuplicateJson {
  const isSame = (field: keyof ExpenseJson) => other[field] !== null && other[field] === expense[field];
  return {
    ...other,
    same_figures: (['user_id', 'date', 'amount', 'currency'] as const).every(isSame),
    same_receipt: isSame('receipt_sha256'),
  };
}
