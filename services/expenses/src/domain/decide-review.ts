import { OutlayError, type ExpenseEvent } from '@outlay/contracts';
import { submissionProblems } from '@outlay/rules';
import type { CommandOf } from './commands.js';
import { isDraft, type Expense, type ExpenseState } from './expense.js';
import { requireAllowed, requireNotOwn, requireRevision } from './refusals.js';

export function decideApprove(command: CommandOf<'Approve'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  if (state.status === 'approved') return [];
  const expense = requireAllowed(state, 'approve');
  requireNotOwn(expense, command);
  requireRevision(command.expectedRevision, revision);
  requireComplete(expense, 'approved');
  const { duplicates, duplicatesKnown } = command;
  if (duplicates.length > 0 && !duplicatesKnown) {
    throw new OutlayError(
      'POSSIBLE_DUPLICATE',
      `Potential duplicate detected: ${duplicates.join(', ')} has the same date, amount and currency.`,
      { duplicates },
    );
  }
  return [
    ...(duplicates.length > 0
      ? [{ type: 'DuplicateWarningDismissed' as const, data: { duplicates: [...duplicates] } }]
      : []),
    {
      type: 'ExpenseApproved',
      data: { onRevision: revision, receiptSha256: expense.claim.receipt?.sha256 ?? null },
    },
  ];
}

export function decideReject(command: CommandOf<'Reject'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const reason = command.reason.trim();
  if (reason === '') throw new OutlayError('INVALID_INPUT', 'Please provide a reason for rejection');
  if (state.status === 'rejected' && state.reason === reason) return [];
  // A rejected expense may be rejected again with another reason.
  if (state.status !== 'rejected') requireAllowed(state, 'reject');
  requireRevision(command.expectedRevision, revision);
  return [{ type: 'ExpenseRejected', data: { reason } }];
}

export function decideRevert(command: CommandOf<'Revert'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  if (state.status === 'submitted') return [];
  const expense = requireAllowed(state, 'revert');
  requireRevision(command.expectedRevision, revision);
  requireComplete(expense, 'submitted');
  return [{ type: 'ExpenseReverted', data: { note: command.note?.trim() || null } }];
}

/** Paying again in the same payment is a repetition; in another payment it is a conflict. */
export function decidePay({ paymentId }: CommandOf<'Pay'>, state: ExpenseState): ExpenseEvent[] {
  if (state.status === 'paid' && state.paymentId === paymentId) return [];
  requireAllowed(state, 'pay');
  return [{ type: 'ExpensePaid', data: { paymentId } }];
}

/** A review must not turn an incomplete draft into a claim. The date's age is not the reviewer's concern. */
function requireComplete(expense: Expense, outcome: string): void {
  if (!isDraft(expense)) return;
  const { claim } = expense;
  const inputs = { today: claim.details.date ?? '', role: 'super_admin', hasReceipt: claim.receipt !== null } as const;
  const [problem] = submissionProblems(claim.details, inputs);
  if (problem || claim.rate === null) {
    throw new OutlayError(
      'CONFLICT',
      `This draft is not complete and cannot be ${outcome}. ${problem?.message ?? ''}`.trim(),
    );
  }
}
