import type { ExpenseJson, ClaimDetails } from '@outlay/contracts';
import { isOverrideAllowed, parseAmount, parseRate, type Decimal } from '@outlay/rules';
import { useState } from 'react';
import type { FormRate } from '#expense/use-fetched-rate';

export interface Override {
  readonly rate: Decimal;
  readonly reason: string;
}

type Subject = Pick<ClaimDetails, 'amount' | 'currency' | 'date'>;
const subjectKey = ({ amount, currency, date }: Subject) => [amount, currency, date].join(' ');

/** The user's override. It applies only to the amount, currency and date it was made for. */
export function useOverride(claim: Subject, stored: ExpenseJson | null, rate: FormRate) {
  const [given, setGiven] = useState(() => storedOverride(stored));
  const isForThis = given !== null && given.subject === subjectKey(claim);
  const isAllowed = given !== null && rate.status === 'ready' && isOverrideAllowed(rate.fetched.rate, given.rate);
  return {
    override: isForThis && isAllowed ? { rate: given.rate, reason: given.reason } : null,
    isSuspended: given !== null && !isForThis,
    apply: (override: Override | null) => setGiven(override && { ...override, subject: subjectKey(claim) }),
  };
}

function storedOverride(stored: ExpenseJson | null): (Override & { subject: string }) | null {
  const rate = parseRate(stored?.override_exchange_rate);
  if (!stored || rate === null) return null;
  const subject = { amount: parseAmount(stored.amount), currency: stored.currency, date: stored.date };
  return { rate, reason: stored.override_reason ?? '', subject: subjectKey(subject) };
}
