import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/my-expenses';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { ErrorNotice } from '#ui/notice';
import { useWithdraw } from './withdraw';

export function WithdrawButton({ expense }: { expense: ExpenseJson }) {
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error, reset } = useWithdraw(expense);
  const close = () => {
    setAsked(false);
    reset();
  };
  return (
    <>
      <Button className="mr-auto max-sm:px-2" onClick={() => setAsked(true)}>
        {texts.withdraw}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={texts.withdrawTitle}
        confirmLabel={texts.withdraw}
        busy={isPending}
        onConfirm={() => mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        <p>{texts.withdrawAsked}</p>
        <p className="mt-1 text-sm text-muted">{expense.justification ?? expense.expense_id}</p>
        {error && <ErrorNotice error={error} fallback={texts.withdrawFailed} className="mt-3" />}
      </ConfirmDialog>
    </>
  );
}
