import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/my-expenses';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { ErrorNotice } from '#ui/notice';
import { useWithdraw } from './withdraw';

export default function WithdrawDialog({ expense, onClose }: { expense: ExpenseJson; onClose: () => void }) {
  const { mutate, isPending, error } = useWithdraw(expense);
  return (
    <ConfirmDialog
      open
      title={texts.withdrawTitle}
      confirmLabel={texts.withdraw}
      busy={isPending}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{texts.withdrawAsked}</p>
      <p className="mt-1 text-sm text-muted">{expense.justification ?? expense.expense_id}</p>
      {error && <ErrorNotice error={error} fallback={texts.withdrawFailed} className="mt-3" />}
    </ConfirmDialog>
  );
}
