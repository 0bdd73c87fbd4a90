import { isolated } from '@outlay/rules';

export const leave = (name: string) => `Leave the trip ${isolated(name)}`;
export const sums = 'Sums by currency';
export const claims = (count: number) => (count === 1 ? '1 claim' : `${count} claims`);
export const submitAll = (count: number) => (count === 1 ? 'Submit 1 draft' : `Submit all ${count} drafts`);
export const submitTitle = 'Submit the drafts of this trip';
export const explanation = 'Each is submitted on its own. What cannot be submitted stays a draft.';
export const drafts = 'Drafts';
export const waiting = 'Waiting';
export const submitting = 'Submitting...';
export const submitted = 'Submitted';
export const notSubmitted = 'Not submitted';
export const submitFailed = 'Failed to submit expense';
export const changedMeanwhile = 'It was changed in the meantime. Please look at it again.';
export const again = (count: number) => (count === 1 ? 'Try 1 again' : `Try ${count} again`);
export const stop = 'Stop';
export const progress = (done: number, all: number) => `${done} of ${all} done`;
export const outcome = (counts: { readonly submitted: number; readonly failed: number; readonly left: number }) =>
  [
    `${counts.submitted} submitted`,
    counts.failed > 0 && `${counts.failed} not submitted`,
    counts.left > 0 && `${counts.left} left as they were`,
  ]
    .filter(Boolean)
    .join(', ');
