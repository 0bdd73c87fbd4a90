import { isolated } from '@outlay/rules';

export const section = 'Question';
export const from = (email: string) => `A question from ${isolated(email)}`;
export const answer = 'Answer';
export const yourAnswer = 'Your answer';
export const answerHint = 'Your claim is reviewed again once you have answered. If it is wrong, edit it instead.';
export const sendAnswer = 'Send answer';
export const answered = 'Answer sent successfully!';
export const answerFailed = 'Failed to send the answer';

export const ask = 'Ask the owner';
export const question = 'Question to the owner';
export const questionHint = 'The claim waits for the answer. It is neither approved nor rejected.';
export const send = 'Send question';
