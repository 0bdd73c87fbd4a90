import { isolated } from '@outlay/rules';

export const title = 'Waiting for payment';
export const loading = 'Loading what waits for payment...';
export const none = 'Nothing waits for payment.';
export const noneText = 'Approved expenses appear here, by person and currency.';
export const everybody = 'Select everybody';
export const select = (name: string) => `Select ${isolated(name)}`;
export const person = 'Person';
export const count = 'Expenses';
export const counted = (count: number) => `${count} ${count === 1 ? 'expense' : 'expenses'}`;
export const since = 'Oldest approval';
export const total = 'Total';
export const changed = (count: number) => `${count} changed after approval`;
export const changedHint = 'A super admin changed a figure after the approval, and so approved it again.';
export const inactive = 'Inactive account';
export const own = 'Another super admin pays your own expenses';
export const selected = 'Selected';
export const nobody = 'Nobody is selected.';
export const paySelected = 'Pay selected';
export const pay = (count: number) => `Pay ${count} ${count === 1 ? 'person' : 'people'}`;

export const tooMuch = 'One run takes at most 3,000 expenses and 500 people.';

export const runTitle = 'Payment run';
export const explanation =
  'Each person gets a payment and a report of their own. This cannot be taken back: paid expenses cannot be changed any more.';
export const notStarted = 'The payment run could not be started';
export const progress = (done: number, all: number) => `${done} of ${all} done.`;
export const goesOn = 'You may leave this page: the run goes on.';
export const summary = (paid: number, all: number) => `${paid} of ${all} paid`;
export const people = 'People of this run';
export const waiting = 'Waiting';
export const paid = 'Paid';
export const inPart = 'Paid in part';
export const failed = 'Not paid';
export const state = 'State';
export const reference = 'Reference';
export const paidOf = (total: string) => `Paid of ${total}`;
export const startedBy = (email: string, at: string) => `Started by ${isolated(email)}, ${at}`;
export const notPaid = (count: number) =>
  `${count === 1 ? '1 payment was' : `${count} payments were`} not made. What is still owed waits for payment as before.`;
export const lookAgain = 'Look at it again';
export const back = 'All payments';
export const loadingRun = 'Loading the payment run...';
export const runs = 'Payment runs';
export const run = 'Run';
export const started = 'Started';
export const counting = {
  open: (count: number) => `${count} waiting`,
  paid: (count: number) => `${count} paid`,
  inPart: (count: number) => `${count} paid in part`,
  refused: (count: number) => `${count} not paid`,
};
export const notSaved = 'The file could not be saved';
export const files = { spreadsheet: 'Spreadsheet', zip: 'Reports and receipts', transfers: 'Transfers (CSV)' };
