import { claimFields } from '@outlay/contracts';
import { isolated } from '@outlay/rules';

export const open = 'What the approver saw';
export const title = 'What the approver saw';
export const failed = 'Failed to load what the approver saw';
export const reading = 'The past is being read from the events';
export const action = {
  approved: 'approved',
  rejected: 'rejected',
  reverted: 'reverted to submitted',
  amended: 'corrected',
  paid: 'paid',
};
export const by = (action: string, email: string, at: string) => `${action} by ${isolated(email)}, ${at}`;
export const comparison = 'Then and now';
export const then = 'Then';
export const now = 'Now';
export const deleted = 'This expense has been deleted since.';
export const same = 'Nothing that was decided on has changed since.';
export const differing = 'What is different now is marked.';
export const differs = '≠ differs';
export const none = '–';
export const names = {
  date: claimFields.date.label,
  classification: claimFields.classification.label,
  amount: claimFields.amount.label,
  vat: 'VAT',
  rate: 'Fetched rate',
  override: 'Override',
  reimbursement: 'Reimbursed amount',
  duplicates: 'Duplicates',
  receipt: 'Receipt',
};
export const noReceipt = claimFields.noReceipt.label;
export const sameReceipt = 'same receipt';
export const sameFigures = 'same figures';
export const dismissed = (ids: string) => `Approved in spite of the warning about ${ids}.`;
export const client = 'What the approver’s client said it showed';
export const clientSilent = 'The approver’s client did not say what it showed.';
export const clientNames = {
  revision: 'Revision',
  head: 'Hash of the last event',
  receipt_sha256: 'Receipt (SHA-256)',
};
export const matches = 'as it stood there';
export const mismatch = 'not what stood there';
export const notSent = 'not sent';
export const receiptThen = 'Receipt of then';
export const receiptNow = 'Receipt of now';
export const receiptBoth = 'Receipt, then and now the same';
export const receiptFailed = 'Failed to load the receipt of then';
