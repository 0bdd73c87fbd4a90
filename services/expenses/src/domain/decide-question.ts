import { OutlayError, type ExpenseEvent } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import type { CommandOf, Mentioned } from './commands.js';
import { questionOf, type Expense, type ExpenseState, type Question } from './expense.js';
import { requireAllowed, requireNoOpenQuestion, requireNotOwn, requireOwner, requireRevision } from './refusals.js';

export function decideAsk(command: CommandOf<'Ask'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const { actor, question, mentioned, expectedRevision } = command;
  if (isBlank(question)) throw new OutlayError('INVALID_INPUT', 'Please write a question');
  const expense = requireAllowed(state, 'ask');
  const asked = questionOf(expense);
  if (asked?.text === question && asked.asker.id === actor.id && mentionsSame(asked, mentioned)) {
    if (expectedRevision === null ? asked.answer === null : asked.revision === expectedRevision + 1) return [];
  }
  requireRevision(command, revision);
  requireNotOwn(expense, { actor, onlySuperAdmin: false }, 'ask about an expense');
  requireNoOpenQuestion(expense);
  requireMentionable(command, expense);
  const people = mentioned.map(({ id, name, email }) => ({ id, name, email }));
  return [{ type: 'QuestionAsked', data: { question, ...(people.length > 0 && { mentioned: people }) } }];
}

function mentionsSame({ mentioned: before = [] }: Question, mentioned: readonly Mentioned[]): boolean {
  return before.length === mentioned.length && before.every(({ id }) => mentioned.some((one) => one.id === id));
}

/** Refuses the owner, who is asked already, and people who cannot open the panel and would not see the mention. */
function requireMentionable({ actor, mentioned }: CommandOf<'Ask'>, { claim }: Expense): void {
  for (const { id, name, isActiveSuperAdmin } of mentioned) {
    const refusal =
      (!isActiveSuperAdmin && `${name || 'This person'} is no active super admin and cannot be mentioned.`) ||
      (id === actor.id && 'You cannot mention yourself.') ||
      (id === claim.owner.id && `${name} is the owner of this expense, who is asked anyway.`);
    if (refusal) throw new OutlayError('INVALID_INPUT', refusal, [{ field: 'mentioned', message: refusal }]);
  }
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
