import type { ExpenseJson } from '@outlay/contracts';
import {
  compareDecimals,
  deviationPercent,
  impliedRate,
  parseAmount,
  parseRate,
  reimbursementOf,
  type Decimal,
} from '@outlay/rules';
import type { FormRate } from '#expense/use-fetched-rate';
import type { ChangedField, EditValues } from './edit-values';

/** What saving would come to, as the server would reckon it. */
export interface EditOutcome {
  /** There is an override, and it would be cleared. */
  readonly overrideGoes: boolean;
  /** Amount × rate, where that decides; null where it does not, or is not known yet. */
  readonly conversion: { readonly amount: Decimal; readonly rate: Decimal; readonly result: Decimal } | null;
  /** The reimbursement will be amount × rate, whatever it was before. */
  readonly isReckoned: boolean;
  /** The reimbursement unless another is typed. */
  readonly expected: Decimal | null;
  /** Another reimbursement is typed than the expected one. */
  readonly isByHand: boolean;
  /** The rate the reimbursement implies, and how far it lies from the fetched one, in percent. */
  readonly implied: { readonly rate: Decimal; readonly deviation: Decimal; readonly isNear: boolean } | null;
}

const NEAR_PERCENT = '5';

export function movesRate(changed: ReadonlySet<ChangedField>): boolean {
  return changed.has('currency') || changed.has('date');
}

export function outcomeOf(
  expense: ExpenseJson,
  values: EditValues,
  changed: ReadonlySet<ChangedField>,
  rate: FormRate,
): EditOutcome {
  const amount = parseAmount(values.amount);
  const fetched = rate.status === 'ready' ? rate.fetched.rate : null;
  const override = parseRate(expense.override_exchange_rate);
  const overrideGoes = override !== null && (values.clearOverride || movesRate(changed));
  const effective = override !== null && !overrideGoes ? override : fetched;
  const conversion =
    amount !== null && effective !== null
      ? { amount, rate: effective, result: reimbursementOf(amount, effective) }
      : null;
  const isReckoned = overrideGoes || changed.has('amount') || movesRate(changed);
  const expected = isReckoned ? (conversion?.result ?? null) : parseAmount(expense.reimbursement_amount);
  const typed = values.reimbursement === null ? null : parseAmount(values.reimbursement);
  const isByHand = values.reimbursement !== null && (typed === null || typed !== expected);
  return {
    overrideGoes,
    conversion,
    isReckoned,
    expected,
    isByHand,
    implied: impliedBy(isByHand ? typed : expected, amount, fetched),
  };
}

function impliedBy(
  reimbursement: Decimal | null,
  amount: Decimal | null,
  fetched: Decimal | null,
): EditOutcome['implied'] {
  if (reimbursement === null || amount === null || fetched === null) return null;
  const rate = impliedRate(amount, reimbursement);
  if (rate === null) return null;
  const deviation = deviationPercent(fetched, rate);
  return { rate, deviation, isNear: compareDecimals(deviation.replace('-', ''), NEAR_PERCENT) <= 0 };
}
