import type { ClaimDetails } from '@outlay/contracts';
import { compareDecimals, type ReimbursementCurrency } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/override-part';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { Notice } from '#ui/notice';
import type { FetchedRate } from '#expense/use-fetched-rate';
import type { useOverride } from './use-override';

const OverrideDialog = lazyPart(() => import('./override-dialog'));

export interface OverridePartProps {
  fetched: FetchedRate;
  claim: ClaimDetails;
  to: ReimbursementCurrency;
  overriding: ReturnType<typeof useOverride>;
}

/** Lets a privileged person override the rate. */
export default function OverridePart({ fetched, claim, to, overriding }: OverridePartProps) {
  const [open, setOpen] = useState(false);
  const { override, isSuspended, apply } = overriding;
  const { amount, currency } = claim;
  return (
    <>
      {isSuspended && <Notice tone="info">{texts.overrideSetAside}</Notice>}
      {currency !== to && amount !== null && compareDecimals(amount, '0') > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onPointerEnter={OverrideDialog.preload} onClick={() => setOpen(true)}>
            {override ? texts.changeOverride : texts.override}
          </Button>
          {override && (
            <Button size="sm" variant="ghost" onClick={() => apply(null)}>
              {texts.backToFetched}
            </Button>
          )}
          {open && (
            <OverrideDialog
              fetched={fetched.rate}
              amount={amount}
              currency={currency ?? ''}
              to={to}
              override={override}
              onApply={(next) => {
                apply(compareDecimals(next.rate, fetched.rate) === 0 ? null : next);
                setOpen(false);
              }}
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </>
  );
}
