import type { ExpenseJson } from '@outlay/contracts';
import {
  expenseDateProblem,
  parseAmount,
  type ClaimDetails,
  type IsoDate,
  type ReimbursementCurrency,
} from '@outlay/rules';
import { storedRate, useFetchedRate, type FetchedRate, type FormRate } from '../../../expense/use-fetched-rate';

/** How long typing rests before a rate is asked for (specification §9). */
const DEBOUNCE_MS = 500;

type Question = Pick<ClaimDetails, 'amount' | 'currency' | 'date'>;

/**
 * The rate the form shows: 1 for the reimbursement currency itself, what is stored while amount, currency and date are
 * the stored ones, otherwise what the server answers half a second after the last change (specification §4).
 */
export function useFormRate(
  claim: Question,
  stored: ExpenseJson | null,
  to: ReimbursementCurrency,
  today: IsoDate,
): FormRate {
  const kept = keptRate(claim, stored, to);
  const date = claim.date !== null && !expenseDateProblem(claim.date, today) ? claim.date : null;
  const fetched = useFetchedRate({ from: claim.currency, to, date }, DEBOUNCE_MS, kept === null);
  return kept && claim.currency !== to ? { status: 'ready', fetched: kept } : fetched;
}

function keptRate(claim: Question, stored: ExpenseJson | null, to: ReimbursementCurrency): FetchedRate | null {
  if (!stored || stored.reimbursement_currency !== to || !isUnchanged(claim, stored)) return null;
  return storedRate(stored);
}

function isUnchanged({ amount, currency, date }: Question, stored: ExpenseJson): boolean {
  return amount === parseAmount(stored.amount) && currency === stored.currency && date === stored.date;
}
