import type { ExpenseEventOf } from '@outlay/contracts';
import type { Claim } from './expense.js';

export type Change = ExpenseEventOf<'ExpenseAmendedByAdmin'>['data'];

/** Amount, currency, date, rate, reimbursement and VAT are figures; category, justification and classification are not. */
export function changesFigures(
  { original, overrideCleared, metadata, reimbursement }: Change,
  { details }: Claim,
): boolean {
  const changesVat = metadata?.vatAmount !== undefined && metadata.vatAmount !== details.vatAmount;
  return original !== undefined || overrideCleared === true || reimbursement !== undefined || changesVat;
}
