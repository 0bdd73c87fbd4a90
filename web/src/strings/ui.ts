import { isolated } from '@outlay/rules';

export const product = 'Outlay';
export const tagline = 'Claims, receipts and reimbursements, with every figure traced to where it came from.';
export const documentTitle = (page: string, count: number) => `${count > 0 ? `(${count}) ` : ''}${page} · Outlay`;

export const loading = 'Loading...';
export const retry = 'Retry';
export const tryAgain = 'Try again';
export const cancel = 'Cancel';
export const close = 'Close';
export const dismiss = 'Dismiss';
export const copy = 'Copy';
export const copied = 'Copied';
export const copyFailed = 'Could not copy. Please select the text and copy it by hand.';
export const showPassword = 'Show password';

export const emailHint = (email: string) => `Will be used as ${isolated(email)}: emails are case-insensitive.`;

/** General errors (R-11.6). */
export const network = 'Network error. Check if backend server is running.';
export const arrivedEarlier =
  'Your earlier attempt, before the latest changes, has arrived after all. Look at the list before you send another one.';
export const screenTitle = 'This page could not be shown';
export const screenText = 'Your data is safe. Try again, or reload the page.';
