import { isDeepStrictEqual } from 'node:util';
import { OutlayError, type ExpenseEvent } from '@outlay/contracts';
import { TRANSITIONS, isBlank, receiptDamagedMessage, submissionProblems } from '@outlay/rules';
import type { ApprovalCheck, CommandOf, Expected, SeenReceipt } from './commands.js';
import { isDraft, type Decision, type Expense, type ExpenseState } from './expense.js';
import {
  changedMeanwhile,
  requireAllowed,
  requireExisting,
  requireNoOpenQuestion,
  requireNotOwn,
  requireRevision,
} from './refusals.js';

export function decideApprove(command: CommandOf<'Approve'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  requireCurrent(command, 'approve', null, state, revision);
  if (state.status === 'approved') return [];
  const expense = requireAllowed(state, 'approve');
  requireNotOwn(expense, command);
  requireNoOpenQuestion(expense);
  requireComplete(expense, 'approved');
  requireSeenReceipt(expense, command);
  return approval(expense, revision, command);
}

/** @throws RECEIPT_DAMAGED; POSSIBLE_DUPLICATE if the approver does not know of the duplicates */
export function approval(
  { claim }: Expense,
  onRevision: number,
  { duplicates, sameReceipt, duplicatesKnown, receiptIntact, ...seen }: ApprovalCheck & Expected & SeenReceipt,
): ExpenseEvent[] {
  if (!receiptIntact) throw new OutlayError('RECEIPT_DAMAGED', receiptDamagedMessage);
  if (duplicates.length > 0 && !duplicatesKnown) {
    throw new OutlayError('POSSIBLE_DUPLICATE', duplicateMessage(duplicates, sameReceipt), { duplicates });
  }
  return [
    ...(duplicates.length > 0
      ? [{ type: 'DuplicateWarningDismissed' as const, data: { duplicates: [...duplicates] } }]
      : []),
    {
      type: 'ExpenseApproved',
      data: {
        onRevision,
        receiptSha256: claim.receipt?.sha256 ?? null,
        seen: {
          revision: seen.expectedRevision,
          head: seen.expectedHead ?? null,
          receiptSha256: seen.seenReceipt ?? null,
        },
      },
    },
  ];
}

function duplicateMessage(duplicates: readonly string[], sameReceipt: readonly string[]): string {
  const sentence = (ids: readonly string[], what: string) =>
    ids.length === 0 ? [] : [`${ids.join(', ')} ${ids.length === 1 ? 'has' : 'have'} the same ${what}.`];
  const others = duplicates.filter((id) => !sameReceipt.includes(id));
  const sentences = [...sentence(sameReceipt, 'receipt'), ...sentence(others, 'date, amount and currency')];
  return `Potential duplicate detected: ${sentences.join(' ')}`;
}

export function decideReject(command: CommandOf<'Reject'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const { reason } = command;
  if (isBlank(reason)) throw new OutlayError('INVALID_INPUT', 'Please provide a reason for rejection');
  requireCurrent(command, 'reject', reason, state, revision);
  if (state.status === 'rejected' && state.reason === reason) return [];
  // A rejected expense may be rejected again with another reason.
  if (state.status !== 'rejected') requireAllowed(state, 'reject');
  return [{ type: 'ExpenseRejected', data: { reason } }];
}

export function decideRevert(command: CommandOf<'Revert'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const note = command.note !== null && isBlank(command.note) ? null : command.note;
  requireCurrent(command, 'revert', note, state, revision);
  if (state.status === 'submitted') return [];
  const expense = requireAllowed(state, 'revert');
  requireComplete(expense, 'submitted');
  return [{ type: 'ExpenseReverted', data: { note } }];
}

/** Accepts an outdated revision only from the reviewer who repeats the decision that the expense still shows. */
function requireCurrent(
  command: CommandOf<'Approve' | 'Reject' | 'Revert'>,
  action: Decision['action'],
  note: string | null,
  state: ExpenseState,
  revision: number,
): void {
  const { status, lastDecision } = requireExisting(state);
  const decision = { action, actorId: command.actor.id, onRevision: command.expectedRevision, note };
  if (status === TRANSITIONS[action].to && isDeepStrictEqual(decision, lastDecision)) return;
  requireRevision(command, revision);
}

/** Paying again in the same payment is a repetition; in another payment it is a conflict. */
export function decidePay(command: CommandOf<'Pay'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const { paymentId, onRevision } = command;
  if (state.status === 'paid' && state.paymentId === paymentId) return [];
  requireAllowed(state, 'pay');
  // The code is not VERSION_CONFLICT, which the command handler reports when a repetition may succeed.
  if (onRevision !== revision)
    throw new OutlayError('CONFLICT', 'This expense was changed after it had been checked for the payment.');
  return [{ type: 'ExpensePaid', data: { paymentId } }];
}

function requireSeenReceipt({ claim }: Expense, { seenReceipt }: SeenReceipt): void {
  const receipt = claim.receipt?.sha256 ?? null;
  if (seenReceipt !== undefined && seenReceipt !== receipt) throw changedMeanwhile({ expected: seenReceipt, receipt });
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
