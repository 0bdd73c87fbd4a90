import { isolated } from '@outlay/rules';

export const draft = 'Draft';
export const submitted = 'Submitted';
export const approved = 'Approved';
export const rejected = 'Rejected';
export const paid = 'Paid';

export const unknown = '–';
export const notAvailable = 'N/A';
export const notProvided = 'Not provided';

export const noReceipt = 'No receipt';
export const onHonor = 'on honor';
export const declared = 'Declared on honor: there is no receipt for this expense.';
export const view = 'View';
export const viewReceiptOf = (expenseId: string) => `View the receipt of ${expenseId}`;
export const receipt = 'Receipt';
export const notUploaded = 'No receipt uploaded.';
export const previewFailed = 'Unable to load receipt preview.';
export const openInNewTab = 'Open in new tab';
export const download = 'Download';
export const emptyFile = 'This file is empty. Please choose another.';

export const ecb = 'European Central Bank';
export const cbk = 'Central Bank of Kenya';
export const cbn = 'Central Bank of Nigeria';
export const bam = 'Bank Al-Maghrib';
export const cbe = 'Central Bank of Egypt';
export const currencyApi = 'currency-api';
export const bundledCurrencyApi = 'currency-api (bundled table)';
export const peg = 'fixed peg';
export const sameCurrency = 'same currency';

export const searchTooBroad =
  'Too many expenses contain this text to search them all. Type more of it, or choose a filter.';

export const saving = 'Saving...';

export const questionFrom = (email: string) => `A question from ${isolated(email)}`;
export const notSent = (reason: string) => `Not sent: ${isolated(reason)}`;
