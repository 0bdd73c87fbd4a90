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
export const notFound = 'This expense was not found. It may have been deleted.';
export const loadFailed = 'Unable to load the expense.';
export const notEditable = (status: string) => `An expense that is ${status.toLowerCase()} cannot be edited.`;
export const rejectionReason = 'Rejection Reason';
export const noReason = 'None was given.';

export const offeredLogin = (email: string | undefined) =>
  `This link carries another login${email ? ` (${isolated(email)})` : ''}. You stay signed in as you are unless you switch.`;
export const keepLogin = 'Keep my login';
export const switchLogin = 'Switch login';

export const unfinished = (savedAt: string, receiptName: string | null) =>
  `There is an unfinished form from ${savedAt}${receiptName ? `, with the receipt ${isolated(receiptName)}` : ''}.`;
export const restore = 'Restore';
export const discard = 'Discard';

export const sharedReceipt = (name: string) =>
  `The file ${isolated(name)} was shared with Outlay by an app or a web page. Attach it only if you shared it.`;
export const sharedReceipts = (count: number) =>
  `${count} files were shared with Outlay by an app or a web page. Attach them only if you shared them.`;
export const sharedTooMuch = 'At most 20 files with 50 MB in all can be shared at once. Please share fewer of them.';
export const attachShared = 'Attach';

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
export const overrideSetAside = 'The override was given for another amount, currency or date, and no longer applies.';
export const converts = (before: string, to: string) =>
  `Saving converts this claim from ${before} to ${to}: your account is reimbursed in ${to} now.`;
export const override = 'Override rate';
export const changeOverride = 'Change override';
export const backToFetched = 'Use the fetched rate';

export const meanings = {
  support: 'Runs the organisation: office, software, accounts.',
  investment: 'Finds, makes or looks after an investment.',
  mix: 'Both, or you are not sure.',
} as const;
export const vatHint = 'As the receipt says; 0 where there is none.';

export const receipt = 'Receipt Upload';
export const takePhoto = 'Take Photo';
export const uploadFile = 'Upload File';
export const replace = 'Replace';
export const remove = 'Remove';
export const receiptHint = 'Image or PDF, at most 10 MB.';
export const receiptDropHint = 'Or drop it anywhere on this page, or paste it.';
export const addReceipt = 'Add another';
export const dropHere = 'Drop the receipt here';
export const preparing = 'Preparing the image...';
export const fileSize = (megabytes: string) => `(${megabytes} MB)`;
export const showReceipt = 'Show the receipt';
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
export const failed = (action: string) => `Error ${action}. Please try again.`;
export const refused = (action: string, message: string) => `Error ${action}: ${isolated(message)}`;
export const unauthorised = 'Authentication failed. Please log in again.';
export const invalid = (message: string) => `Invalid data: ${isolated(message) || 'Please check all fields'}`;
export const serverFailed = (message: string) => `Server error: ${isolated(message) || 'Please try again later'}`;
export const draftSaved = 'Expense saved as draft successfully!';
export const submitted = 'Expense submitted successfully!';
export const login = 'Log in';
export const duplicate = 'Possible duplicate';
export const lookAt = (expenseId: string) => `Look at ${expenseId}`;
export const similar = (expenseId: string, justification: string | null) =>
  `Similar expense: ${expenseId}${justification ? ` – ${isolated(justification)}` : ''}`;

export const conflict = 'What you typed is still here. Keep it and save over the newer version, or start from that.';
export const keepTyped = 'Keep what I typed';
export const loadNewer = 'Load the newer version';
export const newerFailed = 'The newer version could not be loaded. Please try again.';

export const overrideTitle = 'Override exchange rate';
export const allowed = (
  percent: string,
  rates: readonly [string, string],
  amounts: readonly [string, string],
  currency: string,
) =>
  `At most ${percent}% from the fetched rate: ${rates[0]} to ${rates[1]}, or ${amounts[0]} to ${amounts[1]} ${currency}.`;
export const apply = 'Apply Override';

export const originalAmount = 'Original amount';
export const fetchedRate = 'Fetched rate';
export const currentRate = 'Current rate';
export const expected = 'Expected conversion';

export const methods = 'Enter what was actually paid, or the rate: each follows the other.';
export const received = (currency: string) => `Amount actually paid (${currency})`;
export const rate = (from: string, to: string) => `Exchange rate (${from} to ${to})`;
export const conversion = (amount: string, currency: string, rate: string) => `${amount} ${currency} × ${rate} =`;
export const reason = 'Reason';
export const reasonHint = 'Required: it stands in the audit trail.';

export const deviation = 'Deviation from the fetched rate';
export const noRate = 'No rate yet';
