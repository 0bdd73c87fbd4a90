import { isolated } from '@outlay/rules';

export const previous = 'Previous expense (k)';
export const next = 'Next expense (j)';
export const queue = 'The list';
export const details = 'Details';
export const amount = 'Amount';
export const reimbursed = 'Reimbursed amount';
export const vat = 'VAT';
export const vatShare = (percent: string) => `(${percent}% of the total in EUR)`;
export const rate = 'Exchange rate';
export const status = 'Status';
export const date = 'Date';
export const type = 'Type';
export const classification = 'Classification';
export const trip = 'Trip';
export const user = 'User';
export const expenseId = 'Expense ID';
export const approvedBy = 'Approved by';
export const submitted = 'Submitted';
export const paid = 'Paid';
export const justification = 'Justification';
export const rejectionReason = 'Rejection reason';
export const reimbursementReason = 'Reimbursement set by hand';
export const overridden = 'OVERRIDDEN';
export const originalRate = 'Original fetched rate';
export const overrideReason = 'Override reason:';
export const receipt = 'Receipt';
export const receiptSays = (value: string) => `receipt says ${value}`;
export const ofWhichDue = (amount: string) => `, of which ${amount} due`;
export const declared = 'Declared on honor that there is no receipt.';

export const duplicates = 'Possible duplicates';
export const duplicateCount = (count: number) => `${count} potential dupes`;
export const duplicatesFailed = 'Failed to load duplicates';
export const duplicateTable = 'Claims with the same receipt, or the same date, amount and currency';
export const sameReceipt = 'Same receipt';
export const description = 'Description';
export const id = 'ID';
export const compare = 'Compare receipts';
export const comparison = 'Receipts side by side';
export const compareWith = 'Compare with';
export const thisClaim = 'This claim';
export const otherClaim = 'Possible duplicate';

export const revert = 'Mark as Submitted';
export const reject = 'Reject';
export const approve = 'Approve';
export const edit = 'Edit';

export const tooSoon = 'Not counted: that press came too soon after the last one. Press again.';
export const saving = (expenseIds: string) => `Saving ${expenseIds} ...`;
export const noneLeft = 'Nothing else in this list waits for a decision.';
export const approvedWait = (count: number) =>
  count === 1 ? '1 approved waits for payment' : `${count} approved wait for payment`;
export const position = (position: number, total: number | string) => `${position} of ${total}`;
export const converted = (amount: string) => `reimbursed with ${amount}`;

export const revertTitle = 'Back to Submitted';
export const note = 'Note (optional)';
export const noteHint = 'The history shows it.';

export const rejectTitle = 'Reject Expense';
export const reason = 'Rejection Reason';
export const reasonHint = 'The user will see this message.';
export const recentReasons = 'Recent reasons';
export const reasonMissing = 'Please provide a reason for rejection';

export const duplicateTitle = 'Potential Duplicate Detected';
const claims = (count: number) => (count === 1 ? 'another claim' : `${count} other claims`);
const decidedClaims = (count: number) =>
  `${count === 1 ? 'a claim that was' : `${count} claims that were`} already approved or paid`;
export const duplicateText = (
  expenseId: string,
  userName: string,
  { sameReceipt, sameFigures }: { sameReceipt: number; sameFigures: number },
) => {
  const reasons = [
    sameReceipt > 0 && `the same receipt as ${claims(sameReceipt)}`,
    sameFigures > 0 && `the same date, amount and currency as ${decidedClaims(sameFigures)}`,
  ];
  return `${expenseId} of ${isolated(userName)} has ${reasons.filter(Boolean).join(', and ')}.`;
};
export const approveAnyway = 'Approve Anyway';
