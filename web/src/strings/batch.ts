import { isolated } from '@outlay/rules';

export const title = (count: number) => `${count} receipts`;
export const asked =
  'An expense has one receipt. Make an expense of each, or join them, if they are the pages of one receipt.';
export const askedToJoin = 'An expense has one receipt. Join them, if they are the pages of one.';
export const preparing = 'Preparing...';
export const ready = 'Ready';
export const split = (count: number) => (count === 1 ? '1 expense' : `${count} expenses`);
export const join = 'Join into one PDF';
export const joinFailed = (name: string) => `${isolated(name)} cannot be joined. It may be protected or damaged.`;
export const tooManyToJoin = (max: number) => `At most ${max} receipts can be joined into one.`;
export const splitFailed = 'The browser cannot keep them. Please add one receipt at a time.';

export const place = (position: number, count: number) => `Expense ${position} of ${count}`;
export const previous = 'Previous';
export const next = 'Next';
export const remove = 'Remove';
export const removeTitle = 'Remove this expense';
export const removeAsked = 'Its receipt and what you typed are removed from this device. The others stay.';
