import { Banknote } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { toast } from '#ui/toast';
import { usePanelSearch } from '#panel/use-panel-search';
import { isBarred } from '#panel/super-admins';
import type { ListedExpense } from '#panel/listed-expense';
import { withStatus } from '#panel/totals';

const PayDialog = lazyPart(() => import('./pay-dialog'));

export interface PayButtonProps {
  /** What the filters let through: exactly the approved ones among these are paid. */
  expenses: readonly ListedExpense[];
  barredOwner: string | null;
}

/** Marks a user's approved expenses paid, after naming them; nothing shows as paid before the server has said so. */
export function PayButton({ expenses, barredOwner }: PayButtonProps) {
  const [search] = usePanelSearch();
  const [asking, setAsking] = useState(false);
  const approved = search.user && search.status === 'approved' ? withStatus(expenses, 'approved') : [];
  const isOwn = approved.some(({ expense }) => isBarred('pay', expense, barredOwner));
  const problem = approved.length === 0 ? texts.payNobody : isOwn ? texts.ownExpense : null;
  const userName = approved[0]?.expense.user_name.trim() ?? '';

  function ask() {
    if (!userName) return toast.error(texts.payNameless);
    setAsking(true);
  }

  return (
    <>
      {problem && (
        <span id="pay-hint" className="w-full text-sm text-muted sm:w-auto">
          {problem}
        </span>
      )}
      <Button
        variant={problem ? 'secondary' : 'primary'}
        disabled={problem !== null}
        aria-describedby={problem ? 'pay-hint' : undefined}
        onClick={ask}
      >
        <Banknote aria-hidden /> {texts.pay(approved.length)}
      </Button>
      {asking && <PayDialog userName={userName} approved={approved} onClose={() => setAsking(false)} />}
    </>
  );
}
