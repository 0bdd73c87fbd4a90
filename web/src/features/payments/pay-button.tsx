import type { ExpenseJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { cn } from '#lib/cn';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { onePress } from '#ui/one-press';
import { toast } from '#ui/toast';
import { isSeveral } from '#panel/panel-search';
import { usePanelSearch } from '#panel/use-panel-search';
import { isBarred } from '#panel/super-admins';

const PayDialog = lazyPart(() => import('./pay-dialog'));

export interface PayButtonProps {
  /** The loaded rows of the list, and their number on the server. */
  expenses: readonly ExpenseJson[];
  total: number;
  loadAll: () => Promise<readonly ExpenseJson[]>;
  barredOwner: string | null;
}

export function PayButton({ expenses, total, loadAll, barredOwner }: PayButtonProps) {
  const [search] = usePanelSearch();
  const [shown, setShown] = useState<readonly ExpenseJson[] | null>(null);
  const isOne = search.user && !isSeveral(search.user);
  const approved = isOne && search.status === 'approved' ? expenses.filter(isApproved) : [];
  const count = approved.length === 0 ? 0 : Math.max(total, approved.length);
  const isOwn = approved.some((expense) => isBarred('pay', expense, barredOwner));
  const problem = count === 0 ? texts.payNobody : isOwn ? texts.ownExpense : null;
  // A phone has no room for what cannot be pressed before filters are set.
  const isOffered = count > 0;
  const userName = approved[0]?.user_name ?? '';

  async function confirm() {
    if (isBlank(userName)) return toast.error(texts.payNameless);
    try {
      setShown((await loadAll()).filter(isApproved));
    } catch {
      toast.error(texts.loadFailed);
    }
  }

  return (
    <>
      {problem && (
        <span
          id="pay-hint"
          className={cn(
            'w-full text-sm text-muted sm:w-auto lg:text-[0.6875rem]/4 lg:max-[90rem]:sr-only min-[90rem]:max-w-44',
            isOffered || 'max-md:hidden',
          )}
        >
          {problem}
        </span>
      )}
      <Button
        variant={problem ? 'secondary' : 'primary'}
        className={cn('lg:min-h-8 lg:px-2.5', isOffered || 'max-md:hidden')}
        disabled={problem !== null}
        title={problem ?? undefined}
        aria-describedby={problem ? 'pay-hint' : undefined}
        {...onePress(texts.pay(count), () => void confirm())}
      >
        <Glyph name="banknote" /> {texts.pay(count)}
      </Button>
      {shown && (
        <PayDialog
          userName={shown[0]?.user_name ?? ''}
          approved={shown}
          onLookAgain={problem === null ? () => void confirm() : null}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

const isApproved = ({ status }: ExpenseJson) => status === 'approved';
