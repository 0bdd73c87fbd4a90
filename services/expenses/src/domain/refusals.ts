import { OutlayError, type FrozenRate } from '@outlay/contracts';
import { isAllowed, type Action } from '@outlay/rules';
import { isLiving, type Expense, type ExpenseState } from './expense.js';

const DONE: Record<Action, string> = {
  saveDraft: 'saved as a draft',
  submit: 'edited',
  delete: 'deleted',
  approve: 'approved',
  reject: 'rejected',
  revert: 'reverted to submitted',
  amend: 'edited',
  pay: 'marked as paid',
};

export function notFound(): OutlayError {
  return new OutlayError('NOT_FOUND', 'Expense not found');
}

/** The living expense an action may be done to, or the refusal a person understands. */
export function requireAllowed(state: ExpenseState, action: Action): Expense {
  if (!isLiving(state)) throw notFound();
  if (isAllowed(action, state.status)) return state;
  if (state.status === 'paid' && (action === 'amend' || action === 'submit' || action === 'saveDraft')) {
    throw new OutlayError('CONFLICT', 'Paid expenses cannot be edited');
  }
  throw new OutlayError('CONFLICT', `An expense that is ${state.status} cannot be ${DONE[action]}`, {
    expense_id: state.claim.expenseId,
    status: state.status,
  });
}

/** Another person's expense is as good as not there. */
export function requireOwner(state: ExpenseState, actorId: string): Expense {
  if (!isLiving(state) || state.claim.owner.id !== actorId) throw notFound();
  return state;
}

/** What is handed in has a rate. */
export function requireRate(rate: FrozenRate | null): FrozenRate {
  if (rate !== null) return rate;
  throw new OutlayError('RATE_NOT_AVAILABLE', 'No exchange rate is available for this expense.');
}

/** A decision on a state the caller has not seen is a conflict, not a blind decision (design §8.5). */
export function requireRevision(expected: number | null, revision: number): void {
  if (expected === null || expected === revision) return;
  throw new OutlayError('VERSION_CONFLICT', 'This expense was changed in the meantime. Please look at it again.', {
    expected,
    revision,
  });
}
