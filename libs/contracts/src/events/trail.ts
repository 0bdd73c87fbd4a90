export const ACCOUNT_PREFIX = 'account-';
export const EXPENSE_PREFIX = 'expense-';
export const PAYMENT_PREFIX = 'payment-';
export const RUN_PREFIX = 'run-';

/** The names of the trail's streams begin with these. Every event of these streams is a leaf of the log. */
export const TRAIL_PREFIXES: readonly string[] = [
  'access-',
  ACCOUNT_PREFIX,
  EXPENSE_PREFIX,
  'invite-',
  PAYMENT_PREFIX,
  RUN_PREFIX,
  'token-',
  'trail-',
];
