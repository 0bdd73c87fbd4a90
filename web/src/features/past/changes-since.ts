import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/past';
import { formatMoney } from '#expense/format';
import { STATUS_LOOK } from '#expense/status-pill';

/** Says what is different now about an expense of then; empty if nothing is. @param now null if the expense is gone */
export function changesSince(then: ExpenseJson, now: ExpenseJson | null): string {
  if (!now) return texts.deletedSince;
  const hasOther = (...names: (keyof ExpenseJson)[]) => names.some((name) => then[name] !== now[name]);
  const money = hasOther('reimbursement_amount', 'reimbursement_currency')
    ? formatMoney(now.reimbursement_amount, now.reimbursement_currency)
    : hasOther('amount', 'currency') && formatMoney(now.amount, now.currency);
  return [hasOther('status') && texts.nowIs(STATUS_LOOK[now.status].label), money && texts.nowAmount(money)]
    .filter(Boolean)
    .join(', ');
}
