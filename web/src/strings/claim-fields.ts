export const date = 'Date';
export const category = 'Category';
export const chooseCategory = 'Choose a category';
export const justification = 'Justification';
export const amount = 'Amount';
export const currency = 'Currency';
export const chooseCurrency = 'Choose a currency';
export const currencyCode = 'Currency code';
export const currencyExample = '3 letters, e.g. JPY';
export const classification = 'Classification';
export const vat = 'VAT amount (EUR)';
export const vatHint = 'As the receipt says; may be left open.';

export const dateRequired = 'Date is required.';
export const justificationRequired = 'Justification is required.';
export const amountInvalid = 'Amount must be greater than 0, with at most two decimals.';

export const login = 'Log in';
