export const selected = (count: number) => `${count} selected`;
export const approveSelected = 'Approve selected';
export const clear = 'Clear selection';

export const title = 'Approve selected expenses';
export const explanation =
  'Each is checked for duplicates first. What looks like a duplicate is not approved: it comes back for you to look at.';
export const total = 'Total';
export const start = (count: number) => `Approve ${count} ${count === 1 ? 'expense' : 'expenses'}`;
export const stop = 'Stop';

export const list = 'Selected expenses';
export const look = (expenseId: string) => `Look at ${expenseId}`;

export const waiting = 'Waiting';
export const running = 'Approving...';
export const approved = 'Approved';
export const needsLook = 'Needs a look';
export const failed = 'Not approved';
export const duplicateOf = (expenseIds: string) => `Possible duplicate of ${expenseIds}`;

export const progress = (done: number, all: number) => `${done} of ${all} done`;
export const summary = (approved: number, looks: number, failed: number, left: number) =>
  [
    `${approved} approved`,
    looks > 0 && `${looks} ${looks === 1 ? 'needs' : 'need'} a look`,
    failed > 0 && `${failed} not approved`,
    left > 0 && `${left} left as they were`,
  ]
    .filter(Boolean)
    .join(', ');
