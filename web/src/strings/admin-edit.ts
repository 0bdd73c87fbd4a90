import { isolated } from '@outlay/rules';

export const title = 'Edit Expense';
export const subject = (expenseId: string, user: string) => `${expenseId}, ${isolated(user)}`;
export const original = 'Original';
export const details = 'Details';
export const reimbursementTitle = 'Reimbursement';
export const save = 'Save';
export const saved = 'Expense updated successfully!';
export const failed = 'Failed to save changes';
export const leaveTitle = 'Discard your changes?';
export const leaving = (expenseId: string) => `Your changes to ${expenseId} are not saved.`;
export const discard = 'Discard changes';
export const paid = 'Paid expenses cannot be edited';

export const reimbursement = (currency: string) => `Reimbursement amount (${currency})`;
export const reason = 'Reason';
export const reasonHint = 'Required when the reimbursement amount is changed: it stands in the audit trail.';
export const reimbursementInvalid = 'Reimbursement amount must be greater than 0, with at most two decimals.';
export const reasonRequired = 'Please provide a reason for the changed reimbursement amount.';
export const conversion = (amount: string, currency: string, rate: string, result: string) =>
  `${amount} ${currency} × ${rate} = ${result}`;
export const useConversion = 'Use this amount';
export const otherCurrency = (user: string, account: string, claim: string) =>
  `${isolated(user)} is reimbursed in ${account} now. This claim stays in ${claim}: only its owner converts it, by saving it again.`;
export const impliedRate = 'Implied rate';
export const deviation = (percent: string) => `${percent}% from the fetched rate`;
export const deviationFar = (percent: string, tolerance: string) =>
  `${percent}% from the fetched rate, more than ${tolerance}%`;
export const manualGoes = (reason: string) =>
  `The reimbursement was set by hand (${isolated(reason)}). It will be computed from the amount and the rate again.`;

export const override = (rate: string, reason: string) =>
  `The exchange rate was overridden with ${rate}: ${isolated(reason)}`;
export const clearOverride = 'Clear the override and use the fetched rate';
export const overrideStays = 'Without this, the reimbursement stays amount × overridden rate.';
export const overrideClears = 'The reimbursement will be amount × fetched rate. The override stays in the audit trail.';
export const overrideGoes =
  'The override was given for another currency or date: it is cleared, and the reimbursement is amount × fetched rate.';

export const conflict = 'This expense was changed in the meantime. Your changes are not saved, and are still here.';
export const loadNewer = 'Load the new state';
export const newerLoaded =
  'The new state is loaded. What you changed yourself is still as you typed it: look, and save.';
export const newerFailed = 'The new state could not be loaded. Please try again.';
