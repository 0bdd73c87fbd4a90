import { isDeepStrictEqual } from 'node:util';
import type { ExpenseEventOf, ExpenseEventType } from '@outlay/contracts';
import { isAllowed, type Action } from '@outlay/rules';
import {
  isExisting,
  isWaitingForAnswer,
  isWhole,
  type Expense,
  type ExpenseState,
  type StoredExpenseEvent,
} from './expense.js';

type Rule<Type extends ExpenseEventType> = (
  state: ExpenseState,
  event: StoredExpenseEvent<ExpenseEventOf<Type>>,
) => boolean;

/**
 * Each event that `decide` makes from a state, and those that follow within a command. Whether a claim was complete is not
 * asked: that rule has changed, and will, while stored events stay.
 */
const RULES: { readonly [Type in ExpenseEventType]: Rule<Type> } = {
  ExpenseDrafted: (state, { data }) => opens(state, data) || saves(state, data, 'saveDraft'),
  ExpenseSubmitted: (state, { data }) =>
    opens(state, data) || (saves(state, data, 'submit') && state.status !== 'submitted'),
  ExpenseRevised: (state, { data }) => saves(state, data, 'submit') && state.status === 'submitted',
  ReceiptRemoved: (state, { data }) => isIn(state, 'saved') && isDeepStrictEqual(state.claim.receipt, data.receipt),
  ReceiptAttached: (state) => isIn(state, 'saved', 'receipt-removed') && state.claim.receipt === null,
  RateOverridden: (state, { data }) =>
    isIn(state, 'saved', 'receipt-removed', 'receipt-attached') && state.claim.rate?.rate === data.fetchedRate,
  DuplicateWarningDismissed: (state) => isIn(state, 'amended') || mayApprove(state),
  ExpenseApproved: (state, { data, revision }) =>
    (isIn(state, 'amended', 'duplicates-dismissed') || mayApprove(state)) &&
    data.onRevision === revision - (isIn(state, 'duplicates-dismissed') ? 2 : 1) &&
    data.receiptSha256 === (state.claim.receipt?.sha256 ?? null),
  // A rejected expense may be rejected again with another reason.
  ExpenseRejected: (state, { data }) =>
    isExisting(state) && state.status === 'rejected'
      ? isWhole(state) && state.reason !== data.reason
      : may(state, 'reject'),
  ExpenseReverted: (state) => may(state, 'revert'),
  ExpenseAmendedByAdmin: (state) => may(state, 'amend'),
  QuestionAsked: (state) => may(state, 'ask') && !isWaitingForAnswer(state),
  QuestionAnswered: (state) => may(state, 'answer') && isWaitingForAnswer(state),
  ExpensePaid: (state) => may(state, 'pay'),
  DraftDeleted: (state) => may(state, 'delete'),
};

/** Whether `decide` could have made the event from the state. */
export function allowsExpense(state: ExpenseState, event: StoredExpenseEvent): boolean {
  return (RULES[event.type] as Rule<ExpenseEventType>)(state, event);
}

type Saved = ExpenseEventOf<'ExpenseDrafted'>['data'];

function opens(state: ExpenseState, { opening }: Saved): boolean {
  return state.status === 'none' && opening !== undefined;
}

function saves(state: ExpenseState, { opening }: Saved, action: Action): state is Expense {
  return may(state, action) && opening === undefined;
}

function may(state: ExpenseState, action: Action): state is Expense {
  return isExisting(state) && isWhole(state) && isAllowed(action, state.status);
}

function mayApprove(state: ExpenseState): state is Expense {
  return may(state, 'approve') && !isWaitingForAnswer(state);
}

function isIn(state: ExpenseState, ...steps: readonly Expense['step'][]): state is Expense {
  return isExisting(state) && steps.includes(state.step);
}
