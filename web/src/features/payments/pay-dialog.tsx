import * as texts from '#strings/pay';
import { messageOf } from '#lib/errors';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { ErrorNotice } from '#ui/notice';
import { toast } from '#ui/toast';
import { usePay } from './pay-expenses';
import type { ListedExpense } from '#panel/listed-expense';
import { presentTotals } from '#panel/totals';

export interface PayDialogProps {
  userName: string;
  approved: readonly ListedExpense[];
  onClose: () => void;
}

export default function PayDialog({ userName, approved, onClose }: PayDialogProps) {
  const pay = usePay();

  function confirm() {
    const expenses = approved.map(({ expense }) => expense);
    pay.mutate(
      { userName, expenses },
      {
        onSuccess: () => {
          toast.success(texts.done(expenses.length));
          onClose();
        },
        onError: (error) => toast.error(messageOf(error, texts.failed)),
      },
    );
  }

  return (
    <ConfirmDialog
      open
      title={texts.title}
      confirmLabel={texts.confirm(approved.length)}
      busy={pay.isPending}
      onConfirm={confirm}
      onClose={() => !pay.isPending && onClose()}
    >
      <dl className="space-y-3 text-sm">
        <div>
          <dt className="text-muted">{texts.user}</dt>
          <dd className="font-medium wrap-anywhere">
            {userName}, {approved[0]?.expense.user_email}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{texts.approved}</dt>
          <dd className="font-medium">{approved.length}</dd>
        </div>
        <div>
          <dt className="text-muted">{texts.total}</dt>
          {presentTotals(approved).map((total) => (
            <dd key={total} className="figures text-lg font-semibold">
              {total}
            </dd>
          ))}
        </div>
      </dl>
      <p className="mt-4 text-sm text-muted">{texts.forGood}</p>
      {pay.isError && <ErrorNotice error={pay.error} fallback={texts.failed} className="mt-4" />}
    </ConfirmDialog>
  );
}
