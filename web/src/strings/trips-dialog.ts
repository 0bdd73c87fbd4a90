import { isolated } from '@outlay/rules';

export const title = 'Trips';
export const none = 'No trips yet';
export const edit = (name: string) => `Change the trip ${isolated(name)}`;
export const remove = (name: string) => `Remove the trip ${isolated(name)}`;
export const removed = (name: string) => `Trip ${isolated(name)} removed; its claims keep the name`;
export const removeFailed = 'Failed to remove the trip';
