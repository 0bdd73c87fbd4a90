/** What Outlay pays out in (specification §3). In a file of its own: the client registers people without any arithmetic. */
export const REIMBURSEMENT_CURRENCIES = ['EUR', 'USD'] as const;
export type ReimbursementCurrency = (typeof REIMBURSEMENT_CURRENCIES)[number];
