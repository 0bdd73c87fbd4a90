import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/errors';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorNotice } from '../../../ui/notice';
import { toast } from '../../../ui/toast';
import type { AdminSearch } from '../admin-search';
import { payMessages, usePay } from '../api/pay-expenses';
import type { ListedExpense } from './select-expenses';
import { presentTotals, withStatus } from './totals';

export interface PayButtonProps {
  search: AdminSearch;
  /** What the filters let through: exactly the approved ones among these are paid. */
  expenses: readonly ListedExpense[];
}

/** Marks a user's approved expenses paid, after naming them; nothing shows as paid before the server has said so. */
export function PayButton({ search, expenses }: PayButtonProps) {
  const [asking, setAsking] = useState(false);
  const pay = usePay();
  const approved = search.user && search.status === 'approved' ? withStatus(expenses, 'approved') : [];
  const userName = approved[0]?.expense.user_name.trim() ?? '';

  function ask() {
    if (!userName) return toast.error(payMessages.nameless);
    pay.reset();
    setAsking(true);
  }

  function confirm() {
    const paid = approved.map(({ expense }) => expense);
    pay.mutate(
      { userName, expenses: paid },
      {
        onSuccess: () => {
          setAsking(false);
          toast.success(`${paid.length} expenses marked as paid and report generated!`);
        },
        onError: (error) => toast.error(messageOf(error, payMessages.failed)),
      },
    );
  }

  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {approved.length === 0 && (
          <span id="pay-hint" className="text-sm text-muted">
            {payMessages.nobody}
          </span>
        )}
        <Button
          variant={approved.length > 0 ? 'primary' : 'secondary'}
          disabled={approved.length === 0}
          aria-describedby={approved.length === 0 ? 'pay-hint' : undefined}
          onClick={ask}
        >
          <Banknote aria-hidden /> Mark as Paid ({approved.length})
        </Button>
      </span>
      <ConfirmDialog
        open={asking}
        title="Mark as Paid"
        confirmLabel={`Pay ${approved.length} ${approved.length === 1 ? 'expense' : 'expenses'}`}
        busy={pay.isPending}
        onConfirm={confirm}
        onClose={() => !pay.isPending && setAsking(false)}
      >
        <dl className="space-y-3 text-sm">
          <div>
            <dt className="text-muted">User</dt>
            <dd className="font-medium wrap-anywhere">
              {userName}, {search.user}
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
    </>
  );
}
