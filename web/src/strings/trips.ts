import { claimFields } from '@outlay/contracts';
import { isolated } from '@outlay/rules';

export const title = 'Trips';
export const description = 'Claims of a journey, under one name';
export const loadFailed = 'Unable to load your trips.';
export const none = 'No trips yet';
export const trip = claimFields.trip.label;
export const noTrip = 'None';
export const newTrip = 'New trip';
export const name = 'Name';
export const currency = 'Currency';
export const currencyExample = '3 letters, e.g. JPY';
export const firstDay = 'First day';
export const lastDay = 'Last day';
export const dayRequired = 'Please enter a day';
export const add = 'Add trip';
export const save = 'Save trip';
export const cancel = 'Cancel';
export const edit = (name: string) => `Change the trip ${isolated(name)}`;
export const remove = (name: string) => `Remove the trip ${isolated(name)}`;
export const removed = (name: string) => `Trip ${isolated(name)} removed; its claims keep the name`;
export const saveFailed = 'Failed to save the trip';
export const removeFailed = 'Failed to remove the trip';
export const keepsName = 'A trip keeps its name, since its claims have it.';
export const days = (first: string, last: string) => (first === last ? first : `${first} – ${last}`);
export const outside = (days: string) => `The date is outside this trip, ${days}.`;

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
