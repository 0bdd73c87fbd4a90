import { messageOf } from '../../../lib/errors';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorNotice } from '../../../ui/notice';
import { toast } from '../../../ui/toast';
import { payMessages, usePay } from '../api/pay-expenses';
import type { ListedExpense } from './select-expenses';
import { presentTotals } from './totals';

export interface PayDialogProps {
  userName: string;
  approved: readonly ListedExpense[];
  onClose: () => void;
}

/** Names user, count and totals, and waits for the server: nothing shows as paid before it has said so. */
export default function PayDialog({ userName, approved, onClose }: PayDialogProps) {
  const pay = usePay();

  function confirm() {
    const expenses = approved.map(({ expense }) => expense);
    pay.mutate(
      { userName, expenses },
      {
        onSuccess: () => {
          toast.success(`${expenses.length} expenses marked as paid and report generated!`);
          onClose();
        },
        onError: (error) => toast.error(messageOf(error, payMessages.failed)),
      },
    );
  }

  return (
    <ConfirmDialog
      open
      title="Mark as Paid"
      confirmLabel={`Pay ${approved.length} ${approved.length === 1 ? 'expense' : 'expenses'}`}
      busy={pay.isPending}
      onConfirm={confirm}
      onClose={() => !pay.isPending && onClose()}
    >
      <dl className="space-y-3 text-sm">
        <div>
          <dt className="text-muted">User</dt>
          <dd className="font-medium wrap-anywhere">
            {userName}, {approved[0]?.expense.user_email}
          </dd>
        </div>
        <div>
          <dt className="text-muted">Approved expenses</dt>
          <dd className="font-medium">{approved.length}</dd>
        </div>
        <div>
          <dt className="text-muted">Total</dt>
          {presentTotals(approved).map((total) => (
            <dd key={total} className="figures text-lg font-semibold">
              {total}
            </dd>
          ))}
        </div>
      </dl>
      <p className="mt-4 text-sm text-muted">
        This cannot be taken back: paid expenses cannot be changed any more. A report is generated for the user.
      </p>
      {pay.isError && <ErrorNotice error={pay.error} fallback={payMessages.failed} className="mt-4" />}
    </ConfirmDialog>
  );
}
