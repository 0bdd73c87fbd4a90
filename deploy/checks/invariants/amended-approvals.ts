import type { ExpenseJson } from '@outlay/contracts';
import type { ReviewEvent } from './review-calls.js';

interface Amendment {
  readonly original?: unknown;
  readonly overrideCleared?: unknown;
  readonly reimbursement?: unknown;
}

/** Claims of this check have no VAT, so that every change of the metadata is a description. */
function changesFigure({ type, data }: ReviewEvent): boolean {
  const { original, overrideCleared, reimbursement } = data as Amendment;
  return (
    type === 'ExpenseAmendedByAdmin' && [original, overrideCleared, reimbursement].some((part) => part !== undefined)
  );
}

/** Null if amendments of approved figures were approved in the same append, and approvals cover the figures. */
export function amendedApprovalProblem(events: readonly ReviewEvent[]): string | null {
  let isApproved = false;
  let figuresAt = 0;
  let amended: ReviewEvent | null = null;
  for (const event of events) {
    const { type, revision, by } = event;
    const isApproval = type === 'ExpenseApproved';
    if (amended && !(isApproval && by === amended.by) && type !== 'DuplicateWarningDismissed') {
      return `The amendment by ${amended.by} at revision ${amended.revision} is followed by ${type} by ${by}`;
    }
    if (changesFigure(event)) {
      figuresAt = revision;
      if (isApproved) amended = event;
    }
    if (isApproval) {
      const { onRevision } = event.data as { onRevision: number };
      if (onRevision < figuresAt) return `Revision ${onRevision} was approved after a figure changed at ${figuresAt}`;
      isApproved = true;
      amended = null;
    }
    if (type === 'ExpenseReverted') isApproved = false;
  }
  return amended && `The amendment by ${amended.by} at revision ${amended.revision} was never approved`;
}

/** Null if the expense names the approver and the amender that its events name. */
export function shownApprovalProblem(
  events: readonly ReviewEvent[],
  shown: Pick<ExpenseJson, 'approved_by_email' | 'amended_after_approval_by'> | undefined,
): string | null {
  let approver: string | null = null;
  let amender: string | null = null;
  for (const event of events) {
    if (event.type === 'ExpenseApproved') approver = event.by;
    if (event.type === 'ExpenseReverted') approver = amender = null;
    if (changesFigure(event) && approver !== null) amender = event.by;
  }
  if (shown?.approved_by_email !== approver)
    return `Shows ${shown?.approved_by_email} as the approver, not ${approver}`;
  return shown.amended_after_approval_by === amender
    ? null
    : `Shows ${shown.amended_after_approval_by} as the amender, not ${amender}`;
}
