import { reimbursementOf, type Decimal } from '@outlay/rules';
import type { Claim } from './expense.js';

/** The amount times the rate, rounded once. Null while the amount or the rate is unknown. */
export function reimbursementAmount({ details, rate, override, manualReimbursement }: Claim): Decimal | null {
  if (manualReimbursement) return manualReimbursement.amount;
  const effective = override?.rate ?? rate?.rate ?? null;
  return details.amount === null || effective === null ? null : reimbursementOf(details.amount, effective);
}
