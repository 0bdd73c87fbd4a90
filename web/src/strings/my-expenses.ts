export const title = 'My Expenses';
export const subtitle = 'Track and manage expenses';
export const newExpense = 'New Expense';
export const trips = 'Trips';
export const table = 'My expenses';
export const summary = 'Summary';

export const searched = 'Name, amount, date, ID or text';
export const status = 'Status';
export const category = 'Category';
export const bySubmission = 'Submission date (newest)';
export const byDate = 'Expense date (newest)';
export const matches = (count: number) => (count === 1 ? '1 expense matches' : `${count} expenses match`);

export const moreMatches = (counted: number) => `More than ${counted} expenses match`;
export const added = (count: number) => (count === 1 ? '1 new expense' : `${count} new expenses`);

export const loading = 'Loading your expenses...';
export const loadFailed = 'Unable to load your expenses. Please refresh or sign in again.';
export const none = 'No expenses found';
export const noneYet = 'Get started by submitting your first expense';
export const noMatch = 'No matching expenses';
export const noMatchText = 'No expense matches these filters.';
export const clearFilters = 'Clear filters';

export const date = 'Date';
export const submission = 'Submission';
export const submittedOn = (day: string) => `Submission ${day}`;
export const description = 'Description';
export const amount = 'Amount';
export const convertedAmount = 'Converted Amount';
export const receipt = 'Receipt';
export const actions = 'Actions';
export const noDescription = 'No description';
export const noCategory = 'No category';
export const vat = (amount: string) => `VAT: ${amount}`;
export const rate = (rate: string) => `Rate: ${rate}`;

export const edit = 'Edit';
export const editNamed = (expenseId: string) => `Edit ${expenseId}`;
export const deleteNamed = (expenseId: string) => `Delete ${expenseId}`;
export const deleteTitle = 'Delete draft';
export const deleteIt = 'Delete';
export const deleteAsked = 'Are you sure you want to delete this draft?';
export const deleted = 'Draft deleted';
export const deleteFailed = 'Failed to delete draft';

export const withdraw = 'Withdraw';
export const withdrawTitle = 'Withdraw expense';
export const withdrawAsked =
  'It becomes a draft again, and nobody reviews it until you submit it. A question about it is closed.';
export const withdrawn = 'Expense withdrawn: it is a draft again';
export const withdrawFailed = 'Failed to withdraw expense';

export const detailsTitle = 'Expense details';
export const previous = 'Previous expense (k)';
export const next = 'Next expense (j)';
export const gone = 'This expense is not in your list. It may have been deleted.';

export const submitted = 'Submitted';
export const approved = 'Approved';
export const paid = 'Paid';

export const copyAsNew = 'Copy as new';
export const fix = 'Fix and resubmit';
