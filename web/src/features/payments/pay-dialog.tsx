import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/payments';
import { messageOf } from '#lib/errors';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { ErrorNotice } from '#ui/notice';
import { toast } from '#ui/toast';
import { useInactiveOwner } from './inactive-owner';
import { usePay } from './pay-expenses';
import { outcomeOf } from './pay-outcome';
import { PayOutcomeDialog } from './pay-outcome-dialog';
import { presentTotals } from '#panel/totals';

export interface PayDialogProps {
  userName: string;
  /** The expenses as they were when the dialog opened: the payer pays what is shown. */
  approved: readonly ExpenseJson[];
  /** Null if nothing is left to pay. */
  onLookAgain: (() => void) | null;
  onClose: () => void;
}

export default function PayDialog({ userName, approved, onLookAgain, onClose }: PayDialogProps) {
  const pay = usePay();
  const inactive = useInactiveOwner(approved[0]?.user_id);
  const outcome = outcomeOf(pay.data, pay.error);

  function confirm() {
    pay.mutate(
      { userName, approved },
      {
        onSuccess: (paid) => {
          if (outcomeOf(paid, null)) return;
          toast.success(texts.done(approved.length));
          onClose();
        },
        onError: (error) => {
          if (!outcomeOf(undefined, error)) toast.error(messageOf(error, texts.failed));
        },
      },
    );
  }

  function lookAgain() {
    pay.reset();
    onLookAgain?.();
  }

  if (outcome) {
    return (
      <PayOutcomeDialog outcome={outcome} shown={approved} onLookAgain={onLookAgain && lookAgain} onClose={onClose} />
    );
  }
  return (
    <ConfirmDialog
      open
      title={texts.title}
      confirmLabel={texts.confirm(approved.length)}
      busy={pay.isPending}
      canConfirm={inactive.isSettled}
      onConfirm={confirm}
      onClose={() => !pay.isPending && onClose()}
    >
      <dl className="space-y-3 text-sm">
        <div>
          <dt className="text-muted">{texts.user}</dt>
          <dd className="font-medium wrap-anywhere">
            {userName}, {approved[0]?.user_email}
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
      {inactive.question}
      <p className="mt-4 text-sm text-muted">{texts.forGood}</p>
      {pay.isError && <ErrorNotice error={pay.error} fallback={texts.failed} className="mt-4" />}
    </ConfirmDialog>
  );
}
