import type { ExpenseView, FrozenRate } from '@outlay/contracts';
import { questionOf, type Expense } from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';

/** `duplicateCount` depends on other expenses, so the caller fills it in. */
export function toExpenseView(
  { id, revision, headHash }: { readonly id: string; readonly revision: number; readonly headHash: string | null },
  expense: Expense,
): ExpenseView {
  const { claim, status } = expense;
  const { details } = claim;
  const approval = 'approval' in expense ? expense.approval : null;
  const question = questionOf(expense);
  return {
    id,
    expenseId: claim.expenseId,
    uniqueId: `expense-${id}`,
    revision,
    head: headHash ?? '',
    userId: claim.owner.id,
    userName: claim.owner.name,
    userEmail: claim.owner.email,
    status,
    ...details,
    receipt: claim.receipt,
    rate: claim.rate && withoutLegs(claim.rate),
    override: claim.override,
    reimbursementAmount: reimbursementAmount(claim),
    reimbursementCurrency: claim.reimbursementCurrency,
    reimbursementReason: claim.manualReimbursement?.reason ?? null,
    adminNotes: status === 'rejected' ? expense.reason : null,
    question: question && {
      text: question.text,
      askedByEmail: question.asker.email,
      ...(question.mentioned && { mentioned: [...question.mentioned] }),
      askedAt: question.askedAt,
      answer: question.answer,
    },
    approvedByEmail: approval?.email ?? null,
    approvedAt: approval?.at ?? null,
    amendedAfterApprovalBy: approval?.amendedBy ?? null,
    paidAt: status === 'paid' ? expense.paidAt : null,
    paymentId: status === 'paid' ? expense.paymentId : null,
    createdAt: claim.createdAt,
    submittedAt: claim.submittedAt,
    updatedAt: claim.updatedAt,
    duplicateCount: 0,
  };
}

/** Removes the rate's legs, which only the explanation of a figure shows. */
function withoutLegs({ legs: _, ...rate }: FrozenRate): FrozenRate {
  return rate;
}
