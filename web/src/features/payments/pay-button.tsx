import { Banknote } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { onePress } from '#ui/one-press';
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
  const [shown, setShown] = useState<readonly ListedExpense[] | null>(null);
  const approved = search.user && search.status === 'approved' ? withStatus(expenses, 'approved') : [];
  const isOwn = approved.some(({ expense }) => isBarred('pay', expense, barredOwner));
  const problem = approved.length === 0 ? texts.payNobody : isOwn ? texts.ownExpense : null;
  const userName = approved[0]?.expense.user_name.trim() ?? '';

  function confirm() {
    if (!userName) return toast.error(texts.payNameless);
    setShown(approved);
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
        {...onePress(texts.pay(approved.length), confirm)}
      >
        <Banknote aria-hidden /> {texts.pay(approved.length)}
      </Button>
      {shown && (
        <PayDialog
          userName={shown[0]?.expense.user_name.trim() ?? ''}
          approved={shown}
          onLookAgain={problem === null ? () => setShown(approved) : null}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
