import { Banknote } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast';
import type { AdminSearch } from '../admin-search';
import type { ListedExpense } from './select-expenses';
import { withStatus } from './totals';

const PayDialog = lazy(() => import('./pay-dialog'));

export interface PayButtonProps {
  search: AdminSearch;
  /** What the filters let through: exactly the approved ones among these are paid. */
  expenses: readonly ListedExpense[];
}

/** Marks a user's approved expenses paid, after naming them; nothing shows as paid before the server has said so. */
export function PayButton({ search, expenses }: PayButtonProps) {
  const [asking, setAsking] = useState(false);
  const approved = search.user && search.status === 'approved' ? withStatus(expenses, 'approved') : [];
  const userName = approved[0]?.expense.user_name.trim() ?? '';

  function ask() {
    if (!userName) return toast.error(texts.payNameless);
    setAsking(true);
  }

  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {approved.length === 0 && (
          <span id="pay-hint" className="text-sm text-muted">
            {texts.payNobody}
          </span>
        )}
        <Button
          variant={approved.length > 0 ? 'primary' : 'secondary'}
          disabled={approved.length === 0}
          aria-describedby={approved.length === 0 ? 'pay-hint' : undefined}
          onClick={ask}
        >
          <Banknote aria-hidden /> {texts.pay(approved.length)}
        </Button>
      </span>
      <Suspense>
        {asking && <PayDialog userName={userName} approved={approved} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
