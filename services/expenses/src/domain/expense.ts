import type { ExpenseEvent, FrozenRate, MentionedPerson, ReceiptRef, ClaimDetails } from '@outlay/contracts';
import type { Decimal, ReimbursementCurrency } from '@outlay/rules';

export type StoredExpenseEvent<E = ExpenseEvent> = E & {
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string; readonly role: string };
  readonly revision: number;
};

export interface Claim {
  readonly expenseId: string;
  readonly owner: { readonly id: string; readonly name: string; readonly email: string };
  readonly details: ClaimDetails;
  readonly rate: FrozenRate | null;
  readonly override: { readonly rate: Decimal; readonly reason: string } | null;
  readonly reimbursementCurrency: ReimbursementCurrency;
  readonly manualReimbursement: { readonly amount: Decimal; readonly reason: string } | null;
  readonly receipt: ReceiptRef | null;
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly updatedAt: string;
}

interface Approval {
  readonly email: string;
  readonly at: string;
  /** The person who last changed a figure while the expense was approved. */
  readonly amendedBy: string | null;
}

/** A reviewer's decision as requested, which distinguishes a repetition from a decision on an outdated revision. */
export interface Decision {
  readonly action: 'approve' | 'reject' | 'revert';
  readonly actorId: string;
  readonly onRevision: number;
  readonly note: string | null;
}

/** The last event, if others of the same command may follow it. */
type Step = 'saved' | 'receipt-removed' | 'receipt-attached' | 'amended' | 'duplicates-dismissed';

interface ExistingExpense {
  readonly claim: Claim;
  readonly step: Step | null;
  /** Null until the first decision, and again once the owner has saved. */
  readonly lastDecision: Decision | null;
}

/** A question of a super admin to the owner; the claim waits until it has an answer. */
export interface Question {
  readonly text: string;
  readonly asker: { readonly id: string; readonly email: string };
  readonly mentioned: readonly MentionedPerson[] | undefined;
  readonly askedAt: string;
  /** The revision at which it was asked. */
  readonly revision: number;
  readonly answer: { readonly text: string; readonly at: string } | null;
}

/** Tagged by status, so that only an approved or paid expense has an approval. */
export type Expense = ExistingExpense &
  (
    | { readonly status: 'draft' }
    | {
        readonly status: 'submitted';
        /** The latest since the owner saved or a super admin reverted the claim. */
        readonly question: Question | null;
      }
    | {
        readonly status: 'rejected';
        readonly reason: string;
        /** The completeness of a draft was never checked. */
        readonly fromDraft: boolean;
      }
    | { readonly status: 'approved'; readonly approval: Approval }
    | {
        readonly status: 'paid';
        readonly approval: Approval;
        readonly paymentId: string;
        readonly paidAt: string;
      }
  );

export type ExpenseState =
  | { readonly status: 'none' }
  | { readonly status: 'deleted'; readonly ownerId: string; readonly expenseId: string | null }
  | Expense;

export const initialState: ExpenseState = { status: 'none' };

export function isExisting(state: ExpenseState): state is Expense {
  return state.status !== 'none' && state.status !== 'deleted';
}

/** The approval must follow what only comes before one. */
export function isWhole(state: ExpenseState): boolean {
  return !isExisting(state) || (state.step !== 'amended' && state.step !== 'duplicates-dismissed');
}

export function isDraft(expense: Expense): boolean {
  return expense.status === 'draft' || (expense.status === 'rejected' && expense.fromDraft);
}

export function questionOf(state: ExpenseState): Question | null {
  return state.status === 'submitted' ? state.question : null;
}

export function isWaitingForAnswer(state: ExpenseState): boolean {
  return questionOf(state)?.answer === null;
}
