export const title = 'Mark as Paid';
export const confirm = (count: number) => `Pay ${count} ${count === 1 ? 'expense' : 'expenses'}`;
export const user = 'User';
export const approved = 'Approved expenses';
export const total = 'Total';
export const forGood =
  'This cannot be taken back: paid expenses cannot be changed any more. A report is generated for the user.';
export const done = (count: number) => `${count} expenses marked as paid and report generated!`;
export const failed = 'Failed to mark expenses as paid';
