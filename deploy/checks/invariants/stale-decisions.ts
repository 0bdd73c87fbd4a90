import type { ErrorCode } from '@outlay/contracts';
import type { Decision, ReviewEvent } from './review-calls.js';

export interface Answer {
  readonly decision: Decision;
  readonly by: string;
  readonly revision: number;
  /** The revision of the confirmed expense, or the code of the refusal. */
  readonly answer: number | ErrorCode;
}

const EVENT = { approve: 'ExpenseApproved', reject: 'ExpenseRejected', revert: 'ExpenseReverted' } as const;

/**
 * Null if a confirmed decision is in the trail, made by that person on that revision, or was the outcome at that
 * revision already and the expense was answered at it; and if a refused one was outdated.
 */
export function decisionProblem(
  events: readonly ReviewEvent[],
  { decision, by, revision, answer }: Answer,
): string | null {
  const asked = `${decision} by ${by} on revision ${revision}`;
  if (typeof answer === 'string') {
    if (answer !== 'VERSION_CONFLICT') return `${asked} was refused as ${answer}`;
    return events.at(-1)?.revision === revision ? `${asked}, the current one, was refused as outdated` : null;
  }
  // Without duplicates, a decision is one event, on the revision before it.
  const made = events[revision + 1];
  if (made?.type === EVENT[decision] && made.by === by) return null;
  const before = events[revision]?.type;
  const wasSo = before === EVENT[decision] || (decision === 'revert' && before === 'ExpenseSubmitted');
  return wasSo && answer === revision ? null : `${asked} was confirmed and is not in the trail`;
}
