import { isolated } from '@outlay/rules';

export const table = 'Expenses';
export const summary = 'Summary';
export const count = (expenses: number) => (expenses === 1 ? '1 expense' : `${expenses} expenses`);

export const counting = 'Counting expenses…';
export const added = (expenses: number) => (expenses === 1 ? '1 new expense' : `${expenses} new expenses`);

export const searched = 'User, justification or ID';
export const allUsers = 'All users';
export const severalUsers = 'Several users';
export const bySubmission = 'Submission (newest)';
export const bySubmissionOldest = 'Submission (oldest)';
export const byDate = 'Expense (newest)';

export const view = 'View';
export const addFilter = 'Add filter';
export const filter = 'Filter';

export const loading = 'Loading expenses...';
export const loadFailed = 'Failed to fetch data';
export const noMatch = 'No expenses found matching your filters.';
export const clearFilters = 'Clear filters';

export const user = 'User';
export const date = 'Date';
export const submission = 'Submission';
export const category = 'Category';
export const amount = 'Amount';
export const reimbursement = 'Reimb.';
export const rate = 'Rate';
export const justification = 'Justification';
export const status = 'Status';
export const id = 'ID';
export const actions = 'Actions';
export const vat = (amount: string) => `VAT ${amount}`;
export const rateOf = (rate: string) => `Rate ${rate}`;
export const overridden = 'OVR';
export const overriddenHint = 'The exchange rate was overridden';
export const duplicates = (count: number) => `Dup ${count}`;
export const duplicatesHint = (count: number) => `Possible duplicates: ${count}`;
export const approve = (expenseId: string) => `Approve ${expenseId}`;
export const reject = (expenseId: string) => `Reject ${expenseId}`;
export const revert = (expenseId: string) => `Revert ${expenseId} to submitted`;

export const edit = (expenseId: string) => `Edit ${expenseId}`;
export const notEditable = 'Paid expenses cannot be edited';
export const ownExpense = 'This is your own expense: another super admin has to approve, correct or pay it.';
export const select = (expenseId: string) => `Select ${expenseId}`;
export const selectHint = 'Shift-click selects everything in between';

export const about = (expenseId: string, userName: string, amount: string) =>
  `${expenseId}, ${isolated(userName)}, ${amount}`;
export const undo = 'Undo';
export const approved = 'Expense approved successfully!';
export const approveFailed = 'Failed to approve expense';
export const rejected = 'Expense rejected successfully!';
export const rejectFailed = 'Failed to reject expense';
export const asked = 'Question sent successfully!';
export const askFailed = 'Failed to send the question';
export const waiting = 'Asked';
export const mentionsYou = 'Mentions you';
export const waitingHint = 'Waits for the owner’s answer';
export const reverted = 'Expense reverted to submitted successfully!';
export const revertFailed = 'Failed to revert expense';
export const duplicateCheckFailed = 'Failed to check for duplicates. Please try again.';
export const changedMeanwhile = 'This expense was changed in the meantime. Please look at it again.';

export const pay = (count: number) => `Mark as Paid (${count})`;
export const payNobody = 'Select a user with approved expenses first';
export const payNameless = 'Unable to resolve user name for bulk payment';
