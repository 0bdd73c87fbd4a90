import { claimFields } from '@outlay/contracts';

export const date = claimFields.date.label;
export const category = claimFields.category.label;
export const chooseCategory = 'Choose a category';
export const justification = claimFields.justification.label;
export const trip = claimFields.trip.label;
export const amount = claimFields.amount.label;
export const currency = claimFields.currency.label;
export const chooseCurrency = 'Choose a currency';
export const currencyCode = 'Currency code';
export const currencyExample = '3 letters, e.g. JPY';
export const classification = claimFields.classification.label;
export const vat = claimFields.vatAmount.label;
export const vatHint = 'As the receipt says; may be left open.';

export const dateRequired = 'Date is required.';
export const justificationRequired = 'Justification is required.';
export const amountInvalid = 'Amount must be greater than 0, with at most two decimals.';

export const login = 'Log in';
