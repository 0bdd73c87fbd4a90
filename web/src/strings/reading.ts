import { isolated } from '@outlay/rules';

export const reading = 'Reading the receipt on this device...';
export const read = 'Read from the receipt. Please look it over.';
export const unread = 'Nothing could be read from this receipt.';

export const dark = 'This photo is too dark to read. Please take another one in more light.';
export const blurred = 'This photo is too blurred to read. Please take another one and hold still.';

export const fromReceipt = 'From the receipt.';
export const toCheck = 'From the receipt. Please check it.';
export const partlyDue = (amount: string) => `From the receipt, of which ${amount} is left to pay.`;
export const receiptSays = (value: string) => `The receipt says ${value}.`;
export const noCurrency = 'The receipt shows no currency. Please check it.';
export const usualCategory = 'As in your latest claim of this merchant.';
export const useMerchant = (name: string) => `Use “${isolated(name)}”`;

export const amountSlip = (total: string, amount: string) =>
  `The receipt says ${total}, and this claim ${amount}. If that is right, submit again.`;
export const yearSlip = (first: string, day: string) =>
  `The receipt says ${first}, and this claim ${day}. If that is right, submit again.`;
