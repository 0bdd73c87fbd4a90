import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';

/** Lets one decision on an expense run at a time; decisions on several expenses overlap. */
export function useDeciding() {
  const [deciding, setDeciding] = useState<readonly ExpenseJson[]>([]);
  const isDeciding = ({ id }: ExpenseJson) => deciding.some((each) => each.id === id);
  const once =
    <Args extends unknown[]>(act: (expense: ExpenseJson, ...args: Args) => Promise<void>) =>
    (expense: ExpenseJson, ...args: Args) => {
      if (isDeciding(expense)) return;
      setDeciding((now) => [...now, expense]);
      void act(expense, ...args).finally(() => setDeciding((now) => now.filter(({ id }) => id !== expense.id)));
    };
  return { deciding, isDeciding, once };
}
