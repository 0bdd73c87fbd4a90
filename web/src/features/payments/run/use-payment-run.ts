import type { ReportJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as listTexts from '#strings/admin-expenses';
import * as texts from '#strings/payments';
import { messageOf } from '#lib/errors';
import { randomText } from '#lib/random-text';
import { presentTotals } from '#panel/totals';
import { useOneByOne } from '#panel/use-one-by-one';
import { requestPayment, showPaid } from '../pay-expenses';
import { outcomeOf, paidAmong } from '../pay-outcome';
import type { Owed } from './owed';

export type OwedResult =
  | { readonly kind: 'paid'; readonly report: ReportJson | null }
  | { readonly kind: 'in-part'; readonly report: ReportJson | null; readonly text: string }
  /** A refusal means that the expenses were paid or have changed: trying it again does not help. */
  | { readonly kind: 'failed' | 'refused'; readonly text: string };

export function usePaymentRun(owed: readonly Owed[]) {
  const queryClient = useQueryClient();
  // A payment that is tried again has its first key, so that it is made once.
  const [keys] = useState(() => new Map<string, string>());
  const keyFor = (content: string) => {
    const key = keys.get(content) ?? randomText();
    keys.set(content, key);
    return key;
  };
  const { results, phase, start, stop } = useOneByOne(
    ({ key }: Owed) => key,
    (one) => payOne(one, keyFor),
  );
  // After a failure or a stop, these are still to be paid.
  const unpaid = owed.filter(({ key }) => (results.get(key)?.kind ?? 'failed') === 'failed');
  return { results, phase, unpaid, start: () => void start(unpaid).then(() => showPaid(queryClient)), stop };
}

async function payOne({ userName, expenses }: Owed, keyFor: (content: string) => string): Promise<OwedResult> {
  if (isBlank(userName)) return { kind: 'refused', text: listTexts.payNameless };
  try {
    const paid = await requestPayment({ userName, approved: expenses }, keyFor);
    const outcome = outcomeOf(paid, null);
    if (!outcome) return { kind: 'paid', report: paid.report };
    const inIt = paidAmong(expenses, outcome);
    const text = texts.transferOnly(inIt.length, expenses.length, presentTotals(inIt).join(', '));
    return { kind: 'in-part', report: paid.report, text };
  } catch (error) {
    const kind = outcomeOf(undefined, error)?.kind;
    if (kind === 'already-paid') return { kind: 'refused', text: texts.doNotTransfer };
    if (kind === 'changed') return { kind: 'refused', text: texts.nothingPaid };
    return { kind: 'failed', text: messageOf(error, texts.failed) };
  }
}
