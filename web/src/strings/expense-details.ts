import { isolated } from '@outlay/rules';

export const duplicates = (count: number) =>
  `Possible duplicate: ${count} other ${count === 1 ? 'claim has' : 'claims have'} the same receipt, or the same date, amount and currency.`;
export const rejectionReason = 'Rejection Reason';
export const noReason = 'None was given.';
export const expenseId = 'Expense ID';
export const originalAmount = 'Original Amount';
export const reimbursementAmount = 'Reimbursement Amount';
export const classification = 'Classification';
export const trip = 'Trip';
export const detailsVat = 'VAT';
export const approvedBy = (email: string) => `by ${isolated(email)}`;
export const rateFrom = (rate: string, source: string, day: string) => `${rate} (${source}, ${day})`;
export const overridden = (fetchedRate: string, reason: string) =>
  `Overridden from ${fetchedRate}: ${isolated(reason)}`;
export const setByAdmin = (reason: string) => `Set by an admin: ${isolated(reason)}`;
