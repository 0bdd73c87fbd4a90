import { reimbursementOf, type Decimal } from '@outlay/rules';
import type { Claim } from './expense.js';

/** What the owner gets: set by hand, or amount × the override or fetched rate, rounded once. Null while either is open. */
export function reimbursementAmount({ details, rate, override, manualReimbursement }: Claim): Decimal | null {
  if (manualReimbursement) return manualReimbursement.amount;
  const effective = override?.rate ?? rate?.rate ?? null;
  return details.amount === null || effective === null ? null : reimbursementOf(details.amount, effective);
}
