export const today = 'Today, unless you change it.';
export const latestCurrency = 'As in your latest claim.';
export const accountCurrency = 'The currency you are reimbursed in.';
export const usualClassification = 'As in most of your latest claims.';
