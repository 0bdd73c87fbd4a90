import type { ExpenseEvent, ExpenseEventOf } from '@outlay/contracts';
import { isLiving, type Claim, type Expense, type ExpenseState, type RecordedFact } from './expense.js';

type Written = RecordedFact<ExpenseEventOf<'ExpenseDrafted' | 'ExpenseSubmitted' | 'ExpenseRevised'>>;

/** The state after one more fact. Never refuses a fact: what is written happened. */
export function evolve(state: ExpenseState, event: RecordedFact): ExpenseState {
  switch (event.type) {
    case 'ExpenseDrafted':
      return { status: 'draft', claim: written(state, event) };
    case 'ExpenseSubmitted':
    case 'ExpenseRevised':
      return { status: 'submitted', claim: { ...written(state, event), submittedAt: event.at } };
    case 'DraftDeleted':
      return { status: 'gone', ownerId: isLiving(state) ? state.claim.owner.id : event.actor.id };
    default:
      return isLiving(state) ? evolveLiving(state, event) : state;
  }
}

type LaterFact = RecordedFact<
  Exclude<ExpenseEvent, ExpenseEventOf<'ExpenseDrafted' | 'ExpenseSubmitted' | 'ExpenseRevised' | 'DraftDeleted'>>
>;

function evolveLiving(expense: Expense, event: LaterFact): Expense {
  const claim = { ...expense.claim, updatedAt: event.at };
  switch (event.type) {
    case 'ReceiptAttached':
      return { ...expense, claim: { ...claim, receipt: event.data.receipt } };
    case 'ReceiptRemoved':
      return { ...expense, claim: { ...claim, receipt: null } };
    case 'RateOverridden':
      return { ...expense, claim: { ...claim, override: { rate: event.data.rate, reason: event.data.reason } } };
    case 'DuplicateWarningDismissed':
      return { ...expense, claim };
    case 'ExpenseApproved':
      return { status: 'approved', claim, approval: { email: event.actor.email, at: event.at } };
    case 'ExpenseRejected':
      return { status: 'rejected', claim, reason: event.data.reason, fromDraft: isDraft(expense) };
    case 'ExpenseReverted':
      return { status: 'submitted', claim: { ...claim, submittedAt: claim.submittedAt ?? event.at } };
    case 'ExpenseAmendedByAdmin':
      return { ...expense, claim: amended(claim, event.data) };
    case 'ExpensePaid':
      return {
        status: 'paid',
        claim,
        approval: 'approval' in expense ? expense.approval : { email: event.actor.email, at: event.at },
        paymentId: event.data.paymentId,
        paidAt: event.at,
      };
    default:
      return event satisfies never;
  }
}

/** A draft, or one that was rejected before it was handed in. */
export function isDraft(expense: Expense): boolean {
  return expense.status === 'draft' || (expense.status === 'rejected' && expense.fromDraft);
}

/** A claim as its owner wrote it: an earlier override or hand-set reimbursement belonged to what stood there before. */
function written(state: ExpenseState, event: Written): Claim {
  const before = isLiving(state) ? state.claim : null;
  const { opening, details, rate, reimbursementCurrency } = event.data;
  return {
    expenseId: before?.expenseId ?? opening?.expenseId ?? '',
    owner: before?.owner ?? opening?.owner ?? { id: event.actor.id, name: event.actor.email, email: event.actor.email },
    details,
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

function amended(claim: Claim, change: ExpenseEventOf<'ExpenseAmendedByAdmin'>['data']): Claim {
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
