import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { duplicatesFailed } from '#strings/review';
import { fetchExpenses } from '#expense/expense-list';
import { ADMIN_KEY, ALL_EXPENSES } from '#panel/queries';
import { LoadFailure } from '#ui/load-failure';
import { DuplicateDialog } from '../duplicates/duplicate-dialog';

export interface AmendedDuplicatesProps {
  /** The expense as amended. */
  expense: ExpenseJson;
  ids: readonly string[];
  onSave: () => void;
  onClose: () => void;
}

export function AmendedDuplicates({ expense, ids, onSave, onClose }: AmendedDuplicatesProps) {
  const query = useQuery({
    queryKey: [...ADMIN_KEY, 'duplicates', 'of amended', ids],
    queryFn: ({ signal }) => fetchExpenses(ALL_EXPENSES, ids, signal),
  });
  const { data: others } = query;
  if (query.error) return <LoadFailure query={query} fallback={duplicatesFailed} />;
  if (!others) return null;
  const duplicates = others.map((other) => compare(expense, other));
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
