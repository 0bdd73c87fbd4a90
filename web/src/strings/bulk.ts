export const selected = (count: number) => `${count} selected`;
export const selectedOnes = 'selected';
export const selectAll = 'Select all under this filter';
export const selectAllFailed = 'Failed to load all expenses. Please try again.';
export const clear = 'Clear selection';
export const total = 'Total';
export const stop = 'Stop';

export const list = 'Selected expenses';
export const look = (expenseId: string) => `Look at ${expenseId}`;

export const waiting = 'Waiting';
export const needsLook = 'Needs a look';
export const duplicateOf = (expenseIds: string) => `Possible duplicate of ${expenseIds}`;

export const progress = (done: number, all: number) => `${done} of ${all} done`;

const counted = (verb: string, count: number) => `${verb} ${count} ${count === 1 ? 'expense' : 'expenses'}`;

export const approve = {
  verb: 'Approve',
  title: 'Approve selected expenses',
  explanation:
    'Each is checked for duplicates first. What looks like a duplicate is not approved: it comes back for you to look at.',
  start: (count: number) => counted('Approve', count),
  running: 'Approving...',
  done: 'Approved',
  failed: 'Not approved',
};

export const reject = {
  verb: 'Reject',
  title: 'Reject selected expenses',
  explanation: 'Each is rejected for the same reason, which its owner sees.',
  start: (count: number) => counted('Reject', count),
  running: 'Rejecting...',
  done: 'Rejected',
  failed: 'Not rejected',
};

export const summary = (
  { done, failed: notDone }: { readonly done: string; readonly failed: string },
  counts: { readonly done: number; readonly look: number; readonly failed: number; readonly left: number },
) =>
  [
    `${counts.done} ${done.toLowerCase()}`,
    counts.look > 0 && `${counts.look} ${counts.look === 1 ? 'needs' : 'need'} a look`,
    counts.failed > 0 && `${counts.failed} ${notDone.toLowerCase()}`,
    counts.left > 0 && `${counts.left} left as they were`,
  ]
    .filter(Boolean)
    .join(', ');
