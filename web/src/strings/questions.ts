import { isolated } from '@outlay/rules';

export const section = 'Question';
export const mentioning = (whom: string) => `mentions ${isolated(whom)}`;
export const answer = 'Answer';
export const yourAnswer = 'Your answer';
export const answerHint = 'Your claim is reviewed again once you have answered. If it is wrong, edit it instead.';
export const sendAnswer = 'Send answer';
export const answered = 'Answer sent successfully!';
export const answerFailed = 'Failed to send the answer';

export const ask = 'Ask the owner';
export const question = 'Question to the owner';
export const questionHint = 'The claim waits for the answer. It is neither approved nor rejected.';
export const mention = 'Mention super admins';
export const mentionHint = 'The claim is marked in their lists. The owner answers.';
export const mentionFull = (max: number) => `A question mentions at most ${max} people.`;
export const nobodyFound = 'Nobody found.';
export const removeMention = (name: string) => `Remove ${isolated(name)}`;
export const send = 'Send question';
