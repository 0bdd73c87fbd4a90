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
  expenses: readonly ListedExpense[];
  barredOwner: string | null;
}

export function PayButton({ expenses, barredOwner }: PayButtonProps) {
  const [search] = usePanelSearch();
  const [isConfirming, setConfirming] = useState(false);
  const approved = search.user && search.status === 'approved' ? withStatus(expenses, 'approved') : [];
  const isOwn = approved.some(({ expense }) => isBarred('pay', expense, barredOwner));
  const problem = approved.length === 0 ? texts.payNobody : isOwn ? texts.ownExpense : null;
  const userName = approved[0]?.expense.user_name.trim() ?? '';

  function confirm() {
    if (!userName) return toast.error(texts.payNameless);
    setConfirming(true);
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
        onClick={confirm}
      >
        <Banknote aria-hidden /> {texts.pay(approved.length)}
      </Button>
      {isConfirming && <PayDialog userName={userName} approved={approved} onClose={() => setConfirming(false)} />}
    </>
  );
}
