import type { ExpenseJson, ClaimDetails } from '@outlay/contracts';
import { expenseDateProblem, parseAmount, type IsoDate, type ReimbursementCurrency } from '@outlay/rules';
import { storedRate, useFetchedRate, type FetchedRate, type FormRate } from '#expense/use-fetched-rate';

const DEBOUNCE_MS = 500;

type RateSubject = Pick<ClaimDetails, 'amount' | 'currency' | 'date'>;

/** Keeps the stored rate while amount, currency and date are unchanged. */
export function useFormRate(
  claim: RateSubject,
  stored: ExpenseJson | null,
  to: ReimbursementCurrency,
  today: IsoDate,
): FormRate {
  const kept = keptRate(claim, stored, to);
  const date = claim.date !== null && !expenseDateProblem(claim.date, today) ? claim.date : null;
  const fetched = useFetchedRate({ from: claim.currency, to, date }, DEBOUNCE_MS, kept === null);
  return kept && claim.currency !== to ? { status: 'ready', fetched: kept } : fetched;
}

function keptRate(claim: RateSubject, stored: ExpenseJson | null, to: ReimbursementCurrency): FetchedRate | null {
  if (!stored || stored.reimbursement_currency !== to || !isUnchanged(claim, stored)) return null;
  return storedRate(stored);
}

function isUnchanged({ amount, currency, date }: RateSubject, stored: ExpenseJson): boolean {
  return amount === parseAmount(stored.amount) && currency === stored.currency && date === stored.date;
}
