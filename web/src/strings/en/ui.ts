export const product = 'Outlay';
export const tagline = 'Claims, receipts and reimbursements, with every figure traced to where it came from.';
export const documentTitle = (page: string) => `${page} · Outlay`;

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
