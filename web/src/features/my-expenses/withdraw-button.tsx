import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/my-expenses';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';

const WithdrawDialog = lazyPart(() => import('./withdraw-dialog'));

export function WithdrawButton({ expense }: { expense: ExpenseJson }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button className="mr-auto max-sm:px-2" onClick={() => setAsked(true)}>
        {texts.withdraw}
      </Button>
      {isAsked && <WithdrawDialog expense={expense} onClose={() => setAsked(false)} />}
    </>
  );
}
