import type { ReimbursementCurrency } from '@outlay/rules';

/** The currencies of the sums, in this order. */
export const CURRENCIES: readonly ReimbursementCurrency[] = ['USD', 'EUR'];
