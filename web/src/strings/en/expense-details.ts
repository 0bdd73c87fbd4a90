import { isolated } from '@outlay/rules';

export const title = 'Expense details';
export const previous = 'Previous expense';
export const next = 'Next expense';
export const gone = 'This expense is not in your list. It may have been deleted.';
export const duplicates = (count: number) =>
  `Possible duplicate: ${count} other ${count === 1 ? 'claim has' : 'claims have'} the same receipt, or the same date, amount and currency.`;

export const rejectionReason = 'Rejection Reason';
export const noReason = 'None was given.';
export const expenseId = 'Expense ID';
export const status = 'Status';
export const date = 'Date';
export const category = 'Category';
export const description = 'Description';
export const originalAmount = 'Original Amount';
export const reimbursementAmount = 'Reimbursement Amount';
export const classification = 'Classification';
export const vat = 'VAT';
export const submitted = 'Submitted';
export const approved = 'Approved';
export const approvedBy = (email: string) => `by ${isolated(email)}`;
export const paid = 'Paid';
export const receipt = 'Receipt';
export const declared = 'Declared on honor: there is no receipt for this expense.';

export const rate = (rate: string) => `Rate: ${rate}`;
export const rateFrom = (rate: string, source: string, day: string) => `${rate} (${source}, ${day})`;
export const overridden = (fetchedRate: string, reason: string) =>
  `Overridden from ${fetchedRate}: ${isolated(reason)}`;
export const setByAdmin = (reason: string) => `Set by an admin: ${isolated(reason)}`;

export const deleteIt = 'Delete';
export const duplicate = 'Duplicate expense';
export const edit = 'Edit';
export const fix = 'Fix and resubmit';
