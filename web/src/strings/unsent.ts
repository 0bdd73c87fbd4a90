import { isolated } from '@outlay/rules';

export const sent = (count: number) =>
  count === 1
    ? 'The expense that was saved on this device was sent.'
    : `The ${count} expenses that were saved on this device were sent.`;
export const refused = (count: number) =>
  count === 1
    ? 'An expense that was saved on this device was refused. My Expenses says why.'
    : `${count} expenses that were saved on this device were refused. My Expenses says why.`;
export const failed = 'The server could not save it.';

export const title = 'On this device';
export const waiting = (count: number) =>
  count === 1
    ? '1 expense waits here. It is sent when you are online.'
    : `${count} expenses wait here. They are sent when you are online.`;
export const unfinished = (count: number) =>
  count === 1 ? '1 expense here is not finished.' : `${count} expenses here are not finished.`;
export const noJustification = 'No justification';
export const savedAgo = (ago: string) => `Saved ${ago}`;
export const asDraft = 'as a draft';
export const lastAttempt = (message: string) => `Last attempt: ${isolated(message)}`;
export const edit = 'Edit';
export const editNamed = (name: string) => `Edit ${isolated(name)}`;
export const remove = 'Remove';
export const removeNamed = (name: string) => `Remove ${isolated(name)}`;
export const removeTitle = 'Remove from this device';
export const removeAsked = 'It was not sent. Its receipt is removed with it, unless you have it elsewhere.';

export const logoutTitle = 'Log out';
export const logoutAsked = (count: number) =>
  count === 1
    ? 'An expense is on this device only: it was not sent yet, or is not finished. Logging out removes it.'
    : `${count} expenses are on this device only: they were not sent yet, or are not finished. Logging out removes them.`;
export const logoutAnyway = 'Remove and log out';
