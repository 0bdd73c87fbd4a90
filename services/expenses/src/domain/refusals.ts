import { OutlayError, type FrozenRate } from '@outlay/contracts';
import { isAllowed, type Action, type ReimbursementCurrency } from '@outlay/rules';
import type { Expected, ShownCurrency } from './commands.js';
import { isExisting, questionOf, type Expense, type ExpenseState } from './expense.js';

const PARTICIPLE: Record<Action, string> = {
  saveDraft: 'saved as a draft',
  submit: 'edited',
  delete: 'deleted',
  answer: 'answered about',
  ask: 'asked about',
  approve: 'approved',
  reject: 'rejected',
  revert: 'reverted to submitted',
  amend: 'edited',
  pay: 'marked as paid',
};

export function notFound(details?: { readonly expenseId: string }): OutlayError {
  return new OutlayError('NOT_FOUND', 'Expense not found', details);
}

export function requireExisting(state: ExpenseState): Expense {
  if (!isExisting(state)) throw notFound();
  return state;
}

export function requireAllowed(state: ExpenseState, action: Action): Expense {
  const expense = requireExisting(state);
  if (isAllowed(action, expense.status)) return expense;
  if (expense.status === 'paid' && (action === 'amend' || action === 'submit' || action === 'saveDraft')) {
    throw new OutlayError('CONFLICT', 'Paid expenses cannot be edited');
  }
  throw new OutlayError('CONFLICT', `An expense that is ${expense.status} cannot be ${PARTICIPLE[action]}`, {
    expenseId: expense.claim.expenseId,
    status: expense.status,
  });
}

/** Another person's expense is NOT_FOUND, so that strangers cannot learn that it exists. */
export function requireOwner(state: ExpenseState, actorId: string): Expense {
  if (!isExisting(state) || state.claim.owner.id !== actorId) throw notFound();
  return state;
}

/** A claim waits for the answer of its owner before it is approved. */
export function requireNoOpenQuestion(expense: Expense): void {
  const asked = questionOf(expense);
  if (asked?.answer !== null) return;
  throw new OutlayError(
    'QUESTION_OPEN',
    `This expense waits for ${expense.claim.owner.name} to answer a question from ${asked.asker.email}.`,
    { expenseId: expense.claim.expenseId },
  );
}

/** A form that was opened before its owner's account moved to another currency showed another sum. */
export function requireShownCurrency(shown: ShownCurrency, current: ReimbursementCurrency): void {
  if (shown === null || shown === undefined || shown === current) return;
  throw new OutlayError(
    'CONFLICT',
    `This account is reimbursed in ${current} by now, not in ${shown}. Nothing was saved: please check the amount and save again.`,
    { reimbursementCurrency: current },
  );
}

export function requireRate(rate: FrozenRate | null): FrozenRate {
  if (rate !== null) return rate;
  throw new OutlayError('RATE_NOT_AVAILABLE', 'No exchange rate is available for this expense.');
}

export function requireRevision({ expectedRevision: expected, isOtherHead }: Expected, revision: number): void {
  if (!isOtherHead && (expected === null || expected === revision)) return;
  throw changedMeanwhile({ expected, revision });
}

export function changedMeanwhile(details: object): OutlayError {
  return new OutlayError(
    'VERSION_CONFLICT',
    'This expense was changed in the meantime. Please look at it again.',
    details,
  );
}

/** Nobody approves, corrects or pays their own expense while another super admin could. */
export function requireNotOwn(
  expense: Expense,
  { actor, onlySuperAdmin }: { actor: { readonly id: string }; onlySuperAdmin: boolean },
  action = 'approve or pay an expense',
): void {
  if (expense.claim.owner.id === actor.id && !onlySuperAdmin) {
    throw new OutlayError('OWN_EXPENSE', `You cannot ${action} of your own. Please ask another super admin.`);
  }
}
