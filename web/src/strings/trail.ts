import { isolated } from '@outlay/rules';

export const broken = (count: number) =>
  count === 1
    ? 'The stored history of 1 expense or payment is not what was recorded.'
    : `The stored history of ${count} expenses or payments is not what was recorded.`;
export const nothingDecided = 'Nothing is decided or paid on them. Everything else goes on.';
export const more = (count: number) => `and ${count} more`;
export const logBroken = (reason: string) => `The signed log of all events does not go on. ${isolated(reason)}`;
export const whatToDo = 'Ask whoever runs Outlay to find out what was changed with';
export const behind = (minutes: number) =>
  `The lists are ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} behind: the latest changes may be missing.`;
