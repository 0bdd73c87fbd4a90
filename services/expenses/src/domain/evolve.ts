import { completeDetails, type ExpenseEvent, type ExpenseEventOf } from '@outlay/contracts';
import {
  isDraft,
  isExisting,
  questionOf,
  type Claim,
  type Decision,
  type Expense,
  type ExpenseState,
  type Question,
  type StoredExpenseEvent,
} from './expense.js';
import { changesFigures, type Change } from './figures.js';

type SavedEvent = ExpenseEventOf<'ExpenseDrafted' | 'ExpenseSubmitted' | 'ExpenseRevised'>;
type LaterEvent = Exclude<ExpenseEvent, SavedEvent | ExpenseEventOf<'DraftDeleted'>>;

export function evolve(state: ExpenseState, event: StoredExpenseEvent): ExpenseState {
  switch (event.type) {
    case 'ExpenseDrafted':
      return { status: 'draft', claim: savedClaim(state, event), step: 'saved', lastDecision: null };
    case 'ExpenseSubmitted':
    case 'ExpenseRevised':
      return {
        status: 'submitted',
        claim: { ...savedClaim(state, event), submittedAt: event.at },
        step: 'saved',
        lastDecision: null,
        question: null,
      };
    case 'DraftDeleted':
      return isExisting(state)
        ? { status: 'deleted', ownerId: state.claim.owner.id, expenseId: state.claim.expenseId }
        : { status: 'deleted', ownerId: event.actor.id, expenseId: null };
    default:
      return isExisting(state) ? evolveExisting(state, event) : state;
  }
}

function evolveExisting(before: Expense, event: StoredExpenseEvent<LaterEvent>): Expense {
  const expense = { ...before, step: null };
  const claim = { ...expense.claim, updatedAt: event.at };
  switch (event.type) {
    case 'ReceiptAttached':
      return { ...expense, step: 'receipt-attached', claim: { ...claim, receipt: event.data.receipt } };
    case 'ReceiptRemoved':
      return { ...expense, step: 'receipt-removed', claim: { ...claim, receipt: null } };
    case 'RateOverridden':
      return { ...expense, claim: { ...claim, override: { rate: event.data.rate, reason: event.data.reason } } };
    case 'DuplicateWarningDismissed':
      return { ...expense, step: 'duplicates-dismissed', claim };
    case 'ExpenseApproved':
      return {
        status: 'approved',
        claim,
        step: null,
        lastDecision: decisionOf('approve', event, event.data.onRevision, null),
        approval: {
          email: event.actor.email,
          at: event.at,
          amendedBy: expense.status === 'approved' ? expense.approval.amendedBy : null,
        },
      };
    case 'ExpenseRejected':
      return {
        status: 'rejected',
        claim,
        step: null,
        lastDecision: decisionOf('reject', event, event.revision - 1, event.data.reason),
        reason: event.data.reason,
        fromDraft: isDraft(expense),
      };
    case 'ExpenseReverted':
      return {
        status: 'submitted',
        claim: { ...claim, submittedAt: claim.submittedAt ?? event.at },
        step: null,
        lastDecision: decisionOf('revert', event, event.revision - 1, event.data.note),
        question: null,
      };
    case 'QuestionAsked':
      return withQuestion({ ...expense, claim }, askedQuestion(event));
    case 'QuestionAnswered': {
      const asked = questionOf(expense);
      return withQuestion(
        { ...expense, claim },
        asked && { ...asked, answer: { text: event.data.answer, at: event.at } },
      );
    }
    case 'ExpenseAmendedByAdmin':
      return amended(expense, amendedClaim(claim, event.data), event);
    case 'ExpensePaid':
      return {
        status: 'paid',
        claim,
        step: null,
        lastDecision: expense.lastDecision,
        approval:
          'approval' in expense ? expense.approval : { email: event.actor.email, at: event.at, amendedBy: null },
        paymentId: event.data.paymentId,
        paidAt: event.at,
      };
    default:
      return event satisfies never;
  }
}

function decisionOf(
  action: Decision['action'],
  { actor }: StoredExpenseEvent,
  onRevision: number,
  note: string | null,
): Decision {
  return { action, actorId: actor.id, onRevision, note };
}

function askedQuestion({ data, actor, at, revision }: StoredExpenseEvent<ExpenseEventOf<'QuestionAsked'>>): Question {
  const { question: text, mentioned } = data;
  return { text, asker: { id: actor.id, email: actor.email }, mentioned, askedAt: at, revision, answer: null };
}

function withQuestion(expense: Expense, question: Question | null): Expense {
  return expense.status === 'submitted' ? { ...expense, question } : expense;
}

/** Drops an earlier override and manual reimbursement: they applied to the previous details. */
function savedClaim(state: ExpenseState, event: StoredExpenseEvent<SavedEvent>): Claim {
  const before = isExisting(state) ? state.claim : null;
  const { opening, details, rate, reimbursementCurrency } = event.data;
  return {
    expenseId: before?.expenseId ?? opening?.expenseId ?? '',
    owner: before?.owner ?? opening?.owner ?? { id: event.actor.id, name: event.actor.email, email: event.actor.email },
    details: completeDetails(details),
    rate,
    override: null,
    reimbursementCurrency,
    manualReimbursement: null,
    receipt: before?.receipt ?? null,
    createdAt: before?.createdAt ?? event.at,
    submittedAt: before?.submittedAt ?? null,
    updatedAt: event.at,
  };
}

function amended(
  expense: Expense,
  claim: Claim,
  { data, actor }: StoredExpenseEvent<ExpenseEventOf<'ExpenseAmendedByAdmin'>>,
): Expense {
  if (expense.status !== 'approved' || !changesFigures(data, expense.claim)) return { ...expense, claim };
  return { ...expense, step: 'amended', claim, approval: { ...expense.approval, amendedBy: actor.email } };
}

function amendedClaim(claim: Claim, change: Change): Claim {
  const { original, metadata, reimbursement, overrideCleared } = change;
  const details = {
    ...claim.details,
    ...(original && { amount: original.amount, currency: original.currency, date: original.date }),
    ...metadata,
  };
  return {
    ...claim,
    details,
    rate: original?.rate ?? claim.rate,
    override: overrideCleared ? null : claim.override,
    manualReimbursement: reimbursement ?? (original || overrideCleared ? null : claim.manualReimbursement),
  };
}
