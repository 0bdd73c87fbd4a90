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

export const runTitle = 'Payment run';
export const explanation =
  'Each person gets a payment and a report of their own. This cannot be taken back: paid expenses cannot be changed any more.';
export const progress = (done: number, all: number) => `${done} of ${all} done`;
export const summary = (paid: number, all: number) => `${paid} of ${all} paid`;
export const stop = 'Stop';
export const again = (count: number) => `Try ${count} again`;
export const people = 'People of this run';
export const waiting = 'Waiting';
export const running = 'Paying...';
export const paid = 'Paid';
export const inPart = 'Paid in part';
export const failed = 'Not paid';
