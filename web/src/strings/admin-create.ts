import { isolated } from '@outlay/rules';

export const title = 'Create Expense';
export const subtitle = 'On behalf of a user; it is submitted at once.';
export const user = 'User';
export const chooseUser = 'Choose a user';
export const userNamed = (name: string, email: string) => `${isolated(name)} (${isolated(email)})`;
export const usersFailed = 'The users could not be loaded.';
export const original = 'Amount & Currency';
export const details = 'Details';
export const receipt = 'Receipt';
export const declaration = 'There is no receipt for this expense, and it is strictly corporate spending.';
export const chooseFile = 'Choose File';
export const removeFile = 'Remove';
export const rateWaits = 'The exchange rate shows once user, date and currency are there.';
export const reimbursed = (amount: string) => `Reimbursement: ${amount}`;

export const create = 'Create Expense';
export const created = 'Expense created successfully!';
export const failed = 'Failed to create expense';

export const missing = (fields: string) => `Still missing: ${fields}`;
export const missingUser = 'user';
export const missingDate = 'date';
export const missingCategory = 'category';
export const missingJustification = 'justification';
export const missingAmount = 'amount';
export const missingCurrency = 'currency';
export const missingVat = 'VAT amount';
export const missingReceipt = 'receipt or declaration';
