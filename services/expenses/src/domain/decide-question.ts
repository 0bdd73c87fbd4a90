import { OutlayError, type ExpenseEvent } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import type { CommandOf } from './commands.js';
import { questionOf, type ExpenseState } from './expense.js';
import { requireAllowed, requireNoOpenQuestion, requireNotOwn, requireOwner, requireRevision } from './refusals.js';

export function decideAsk(command: CommandOf<'Ask'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const { actor, question, expectedRevision } = command;
  if (isBlank(question)) throw new OutlayError('INVALID_INPUT', 'Please write a question');
  const expense = requireAllowed(state, 'ask');
  const asked = questionOf(expense);
  if (asked?.text === question && asked.asker.id === actor.id) {
    if (expectedRevision === null ? asked.answer === null : asked.revision === expectedRevision + 1) return [];
  }
  requireRevision(command, revision);
  requireNotOwn(expense, { actor, onlySuperAdmin: false }, 'ask about an expense');
  requireNoOpenQuestion(expense);
  return [{ type: 'QuestionAsked', data: { question } }];
}

export function decideAnswer(command: CommandOf<'Answer'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const { actor, answer } = command;
  if (isBlank(answer)) throw new OutlayError('INVALID_INPUT', 'Please write an answer');
  requireOwner(state, actor.id);
  const expense = requireAllowed(state, 'answer');
  const asked = questionOf(expense);
  if (asked?.answer?.text === answer) return [];
  requireRevision(command, revision);
  if (!asked || asked.answer !== null) throw noOpenQuestion(expense.claim.expenseId);
  return [{ type: 'QuestionAnswered', data: { answer } }];
}

function noOpenQuestion(expenseId: string): OutlayError {
  return new OutlayError('CONFLICT', 'No question about this expense waits for an answer.', { expenseId });
}
