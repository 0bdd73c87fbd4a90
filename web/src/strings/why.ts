import { isolated } from '@outlay/rules';

export const title = 'Why this amount?';
export const failed = 'Failed to load how the amount was computed';
export const amount = 'Amount';
export const rate = 'Rate';
export const override = 'Rate overridden by the submitter';
export const product = 'Amount × rate';
export const rounded = 'Rounded half up to cents';
export const entered = 'Entered in place of the computed amount';
export const from = (source: string, day: string) => `${source}, ${day}`;
export const leg = (units: string) => `1 EUR = ${units}`;
export const legs = (first: string, second: string) => `1 EUR = ${first} = ${second}`;
export const deviation = (percent: string) => `${percent}% from the fetched rate`;
export const by = (email: string, at: string) => `${isolated(email)}, ${at}`;
export const history = 'Earlier and approved figures';
export const none = 'not computed';
export const approved = 'approved';
