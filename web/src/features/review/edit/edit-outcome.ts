import type { ExpenseJson } from '@outlay/contracts';
import {
  deviationPercent,
  impliedRate,
  isPaidAllowed,
  multiplyDecimals,
  parseAmount,
  parseRate,
  reimbursementOf,
  type Decimal,
} from '@outlay/rules';
import type { FormRate } from '#expense/use-fetched-rate';
import type { ChangedField, EditValues } from './edit-values';

/** The expected result of saving, computed like the server does. */
export interface EditOutcome {
  readonly clearsOverride: boolean;
  readonly conversion: { readonly amount: Decimal; readonly rate: Decimal; readonly result: Decimal } | null;
  readonly isRecomputed: boolean;
  readonly expected: Decimal | null;
  readonly isManual: boolean;
  /** The rate the reimbursement implies, and its deviation from the fetched rate in percent. */
  readonly implied: { readonly rate: Decimal; readonly deviation: Decimal; readonly isWithinTolerance: boolean } | null;
}

export function changesRate(changed: ReadonlySet<ChangedField>): boolean {
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
  const clearsOverride = override !== null && (values.clearOverride || changesRate(changed));
  const effective = override !== null && !clearsOverride ? override : fetched;
  const conversion =
    amount !== null && effective !== null
      ? { amount, rate: effective, result: reimbursementOf(amount, effective) }
      : null;
  const isRecomputed = clearsOverride || changed.has('amount') || changesRate(changed);
  const expected = isRecomputed ? (conversion?.result ?? null) : parseAmount(expense.reimbursement_amount);
  const typed = values.reimbursement === null ? null : parseAmount(values.reimbursement);
  const isManual = values.reimbursement !== null && (typed === null || typed !== expected);
  return {
    clearsOverride,
    conversion,
    isRecomputed,
    expected,
    isManual,
    implied: impliedBy(isManual ? typed : expected, amount, fetched),
  };
}

function impliedBy(
  reimbursement: Decimal | null,
  amount: Decimal | null,
  fetched: Decimal | null,
): EditOutcome['implied'] {
  if (reimbursement === null || amount === null || fetched === null) return null;
  const rate = impliedRate(fetched, amount, reimbursement);
  if (rate === null) return null;
  return {
    rate,
    deviation: deviationPercent(multiplyDecimals(amount, fetched), reimbursement),
    isWithinTolerance: isPaidAllowed(fetched, amount, reimbursement),
  };
}
