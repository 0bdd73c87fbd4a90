import { OutlayError, type ExpenseEvent } from '@outlay/contracts';
import { submissionProblems } from '@outlay/rules';
import type { CommandOf } from './commands.js';
import type { Expense, ExpenseState } from './expense.js';
import { isDraft } from './evolve.js';
import { requireAllowed, requireRevision } from './refusals.js';

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
  // Another reason is another thing to tell the owner, though the status stays.
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

/** Paid at most once: again by the same payment is a repetition, by another a conflict. */
export function decidePay({ paymentId }: CommandOf<'Pay'>, state: ExpenseState): ExpenseEvent[] {
  if (state.status === 'paid' && state.paymentId === paymentId) return [];
  requireAllowed(state, 'pay');
  return [{ type: 'ExpensePaid', data: { paymentId } }];
}

/** Nobody decides on money for themselves, unless there is nobody else to ask (quality §4). */
export function requireNotOwn(
  expense: Expense,
  { actor, onlySuperAdmin }: { actor: { id: string }; onlySuperAdmin: boolean },
  action = 'approve or pay an expense',
): void {
  if (expense.claim.owner.id === actor.id && !onlySuperAdmin) {
    throw new OutlayError('OWN_EXPENSE', `You cannot ${action} of your own. Please ask another super admin.`);
  }
}

/** A draft lacks what makes a claim; whoever reviews it may not skip its completion. The date was its owner's matter. */
function requireComplete(expense: Expense, outcome: string): void {
  if (!isDraft(expense)) return;
  const { claim } = expense;
  const facts = { today: claim.details.date ?? '', role: 'super_admin', hasReceipt: claim.receipt !== null } as const;
  const [problem] = submissionProblems(claim.details, facts);
  if (problem || claim.rate === null) {
    throw new OutlayError(
      'CONFLICT',
      `This draft is not complete and cannot be ${outcome}. ${problem?.message ?? ''}`.trim(),
    );
  }
}
