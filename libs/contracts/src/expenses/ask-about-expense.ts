import * as z from 'zod/mini';
import { MENTIONED_MAX } from '@outlay/rules';
import { defineOperation } from '../operation.js';
import { expenseRef, personText, requiredText, text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { decided, decidedJson, expected, expectedJson } from './decide-expense.js';

/** The ids of other super admins; one that is given twice counts once. */
const mentioned = z.optional(z.array(text(60)).check(z.maxLength(MENTIONED_MAX)));

export const askAboutExpense = defineOperation({
  subject: 'expenses.ask',
  work: 'one',
  request: z.object({ id: expenseRef, ...expected, question: personText(1000), mentioned }),
  reply: decided,
});

export const askAboutExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}/question',
  summary: 'Asks the owner of a submitted expense, which waits for the answer.',
  versioned: true,
  body: z.object({ ...expectedJson, question: requiredText(1000, 'Please write a question'), mentioned }),
  errors: ['OWN_EXPENSE', 'QUESTION_OPEN'],
  reply: decidedJson,
});

export const answerQuestion = defineOperation({
  subject: 'expenses.answer',
  work: 'one',
  request: z.object({ id: expenseRef, ...expected, answer: personText(1000) }),
  reply: decided,
});

export const answerQuestionRoute = defineRoute({
  method: 'PUT',
  path: '/api/expenses/{id}/answer',
  summary: 'Answers the question about an own expense.',
  versioned: true,
  body: z.object({ ...expectedJson, answer: requiredText(1000, 'Please write an answer') }),
  reply: decidedJson,
});
