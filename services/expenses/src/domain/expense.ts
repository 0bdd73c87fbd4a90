import type { ExpenseEvent, FrozenRate, ReceiptRef } from '@outlay/contracts';
import type { ClaimDetails, Decimal, ReimbursementCurrency } from '@outlay/rules';

/** An event with the parts of its envelope that the domain reads. */
export type StoredExpenseEvent<E = ExpenseEvent> = E & {
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string; readonly role: string };
  readonly revision: number;
};

/** What an expense has in every status. */
export interface Claim {
  readonly expenseId: string;
  readonly owner: { readonly id: string; readonly name: string; readonly email: string };
  readonly details: ClaimDetails;
  readonly rate: FrozenRate | null;
  readonly override: { readonly rate: Decimal; readonly reason: string } | null;
  readonly reimbursementCurrency: ReimbursementCurrency;
  /** Set by a super admin; null while the reimbursement is amount × rate. */
  readonly manualReimbursement: { readonly amount: Decimal; readonly reason: string } | null;
  readonly receipt: ReceiptRef | null;
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly updatedAt: string;
}

interface Approval {
  readonly email: string;
  readonly at: string;
}

/** Tagged by status, so that only an approved or paid expense has an approval. */
export type Expense =
  | { readonly status: 'draft' | 'submitted'; readonly claim: Claim }
  | {
      readonly status: 'rejected';
      readonly claim: Claim;
      readonly reason: string;
      /** True if it was never submitted, so that its completeness was never checked. */
      readonly fromDraft: boolean;
    }
  | { readonly status: 'approved'; readonly claim: Claim; readonly approval: Approval }
  | {
      readonly status: 'paid';
      readonly claim: Claim;
      readonly approval: Approval;
      readonly paymentId: string;
      readonly paidAt: string;
    };

export type ExpenseState =
  { readonly status: 'none' } | { readonly status: 'deleted'; readonly ownerId: string } | Expense;

export const initialState: ExpenseState = { status: 'none' };

export function isExisting(state: ExpenseState): state is Expense {
  return state.status !== 'none' && state.status !== 'deleted';
}

/** A draft, or a claim that was rejected before it was submitted. */
export function isDraft(expense: Expense): boolean {
  return expense.status === 'draft' || (expense.status === 'rejected' && expense.fromDraft);
}
