/** The names of the trail's streams begin with these. Every event of these streams is a leaf of the log. */
export const TRAIL_PREFIXES: readonly string[] = [
  'access-',
  'account-',
  'expense-',
  'invite-',
  'payment-',
  'token-',
  'trail-',
];
