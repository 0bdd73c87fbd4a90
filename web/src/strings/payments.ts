import { isolated } from '@outlay/rules';

export const title = 'Mark as Paid';
export const confirm = (count: number) => `Pay ${count} ${count === 1 ? 'expense' : 'expenses'}`;
export const user = 'User';
export const approved = 'Approved expenses';
export const total = 'Total';
export const inactive = 'The account of this user is inactive.';
export const payInactive = 'Pay the expenses nevertheless';
export const forGood =
  'This cannot be taken back: paid expenses cannot be changed any more. A report is generated for the user.';
export const done = (count: number) => `${count} expenses marked as paid and report generated!`;
export const outcome = {
  'already-paid': 'Already paid',
  changed: 'The figures have changed',
  'in-part': 'Paid in part',
};
export const doNotTransfer =
  'Nothing was paid now. Do not transfer the money for these expenses: it has been or is being paid already.';
export const nothingPaid = 'Nothing was paid: the figures are no longer what you were shown.';
export const transferOnly = (paid: number, all: number, total: string) =>
  `${paid} of ${all} expenses marked as paid. Transfer ${total} only: the others were paid by somebody else or changed meanwhile.`;
export const paidBy = (name: string, email: string) => `Paid by ${isolated(name)} (${isolated(email)})`;
export const openReport = 'Open the report';
export const before = 'Before:';
export const now = 'Now:';
export const lookAgain = 'Look again';
export const failed = 'Failed to mark expenses as paid';
