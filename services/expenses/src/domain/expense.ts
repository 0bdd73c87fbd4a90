import type { ExpenseEvent, FrozenRate, ReceiptRef } from '@outlay/contracts';
import type { ClaimDetails, Decimal, ReimbursementCurrency } from '@outlay/rules';

/** An event as the stream holds it: the fact, and when, by whom and as which revision it was written. */
export type RecordedFact<E = ExpenseEvent> = E & {
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string; readonly role: string };
  readonly revision: number;
};

/** What every living expense has, whatever its status. */
export interface Claim {
  readonly expenseId: string;
  readonly owner: { readonly id: string; readonly name: string; readonly email: string };
  readonly details: ClaimDetails;
  readonly rate: FrozenRate | null;
  readonly override: { readonly rate: Decimal; readonly reason: string } | null;
  readonly reimbursementCurrency: ReimbursementCurrency;
  /** Set by a super admin by hand; null where the reimbursement is amount × rate. */
  readonly manualReimbursement: { readonly amount: Decimal; readonly reason: string } | null;
  readonly receipt: ReceiptRef | null;
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly updatedAt: string;
}

export interface Approval {
  readonly email: string;
  readonly at: string;
}

/** Tagged by status: a paid expense has no editable shape, and only an approved or paid one an approval. */
export type Expense =
  | { readonly status: 'draft' | 'submitted'; readonly claim: Claim }
  | {
      readonly status: 'rejected';
      readonly claim: Claim;
      readonly reason: string;
      /** Never handed in for review as it stands, so that nobody has asked yet whether it is complete. */
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

/** `none` before the first event, `gone` after a draft was deleted. */
export type ExpenseState =
  { readonly status: 'none' } | { readonly status: 'gone'; readonly ownerId: string } | Expense;

export const initialState: ExpenseState = { status: 'none' };

export function isLiving(state: ExpenseState): state is Expense {
  return state.status !== 'none' && state.status !== 'gone';
}
