/** The payout currencies. A separate file, so that the registration page does not load big.js. */
export const REIMBURSEMENT_CURRENCIES = ['EUR', 'USD'] as const;
export type ReimbursementCurrency = (typeof REIMBURSEMENT_CURRENCIES)[number];
