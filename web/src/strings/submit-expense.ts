import { isolated } from '@outlay/rules';

export {
  amount,
  category,
  chooseCategory,
  chooseCurrency,
  classification,
  currency,
  currencyCode,
  currencyExample,
  date,
  justification,
  vat,
} from './claim-fields';

export const title = 'Submit Expense';
export const editTitle = 'Edit Expense';
export const backToList = 'My Expenses';

export const unfinished = (savedAt: string, receiptName: string | null) =>
  `There is an unfinished form from ${savedAt}${receiptName ? `, with the receipt ${isolated(receiptName)}` : ''}.`;
export const restore = 'Restore';
export const discard = 'Discard';

export const details = 'Details';
export const yesterday = 'Yesterday';
export const today = 'Today';
export const justificationHint = 'What it was for, and with whom.';

export const amountAndCurrency = 'Amount & Currency';
export const amountInvalid = 'Amount must be a number of 0 or more with at most two decimals.';

export const fetched = 'fetched (automatic)';
export const overridden = 'OVERRIDDEN';
export const originalRate = (rate: string) => `Original fetched rate: ${rate}`;
export const reimbursed = 'You are reimbursed';
export const overrideReason = (reason: string) => `Reason: ${isolated(reason)}`;
export const converts = (before: string, to: string) =>
  `Saving converts this claim from ${before} to ${to}: your account is reimbursed in ${to} now.`;

export const meanings = {
  support: 'Runs the organisation: office, software, accounts.',
  investment: 'Finds, makes or looks after an investment.',
  mix: 'Both, or you are not sure.',
} as const;
export const vatHint = 'As the receipt says; 0 where there is none.';

export const receipt = 'Receipt Upload';
export const takePhoto = 'Take Photo';
export const uploadFile = 'Upload File';
export const receiptHint = 'Image or PDF, at most 10 MB.';
export const receiptDropHint = 'Or drop it anywhere on this page, or paste it.';
export const dropHere = 'Drop the receipt here';
export const preparing = 'Preparing the image...';
export const attached = 'Receipt attached from iOS Shortcut!';
export const attachFailed = (reason: string) =>
  `Failed to load uploaded file: ${isolated(reason)}. Please upload manually.`;
export const attachRefused = 'the server refused it';

export const noReceipt = 'No receipt?';
export const declaration =
  'I declare on my honor that I have no receipt for this expense and that it is strictly corporate spending.';

export const cancel = 'Cancel';
export const saveDraft = 'Save as Draft';
export const submit = 'Submit Expense';
/** The keys that submit, as `aria-keyshortcuts` names them. */
export const submitKeys = 'Control+Enter Meta+Enter';
export const sending = (share: string) => `Sending the receipt... ${share}`;
export const missing = (fields: string) => `Still missing: ${fields}`;
export const missingDate = 'date';
export const missingValidDate = 'a valid date';
export const missingCategory = 'category';
export const missingJustification = 'justification';
export const missingAmount = 'amount';
export const missingCurrency = 'currency';
export const missingClassification = 'classification';
export const missingVat = 'VAT amount';
export const missingDeclaration = 'declaration';
export const missingReceipt = 'receipt';

export const updating = 'updating';
export const savingDraft = 'saving draft';
export const submitting = 'submitting';
export const draftSaved = 'Expense saved as draft successfully!';
export const submitted = 'Expense submitted successfully!';
export const savedOnDevice = 'Saved on this device, sent when you are online';
