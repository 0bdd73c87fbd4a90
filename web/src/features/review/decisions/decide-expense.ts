import type { QueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import * as undoTexts from '#strings/undo';
import { refetchExpense, showChanged } from '#expense/change-lists';
import { forgetMessage } from '#expense/unsent-message';
import { api } from '#lib/api';
import { hasStatus, isOutcomeUnknown } from '#lib/errors';
import { ALL_EXPENSES } from '#panel/queries';
import { rememberReason } from './recent-reasons';

export interface AskedOwner {
  readonly question: string;
  /** The ids of other super admins. */
  readonly mentioned: readonly string[];
}

export type Decision =
  | { readonly kind: 'approve'; readonly approveAnyway: boolean }
  | { readonly kind: 'reject'; readonly reason: string }
  | ({ readonly kind: 'ask' } & AskedOwner)
  /** The history shows the note. */
  | { readonly kind: 'revert'; readonly note?: string };

export interface Decided {
  readonly expense: ExpenseJson;
  /** The text that says so. */
  readonly done: string;
  /** A revert leads back to where the decision came from. */
  readonly undo: { readonly name: string; readonly note: string } | undefined;
}

const DONE = {
  approve: texts.approved,
  reject: texts.rejected,
  ask: texts.asked,
  revert: texts.reverted,
} as const satisfies Record<Decision['kind'], string>;

const UNDO = {
  approve: { nameOf: undoTexts.undoApproval, note: undoTexts.approvalUndone },
  reject: { nameOf: undoTexts.undoRejection, note: undoTexts.rejectionUndone },
} as const;

/** Sends the revision that was shown, so that an edit in between is a conflict. */
function send({ id, revision, head, receipt_sha256 }: ExpenseJson, decision: Decision) {
  const params = { id };
  switch (decision.kind) {
    case 'approve':
      return api('PUT /api/admin/expenses/{id}/approve', {
        params,
        body: { revision, head, receipt_sha256, ...(decision.approveAnyway && { approve_anyway: true }) },
      });
    case 'reject':
      // A 401 must not log the user out and lose the reason.
      return api('PUT /api/admin/expenses/{id}/reject', {
        params,
        body: { revision, head, admin_notes: decision.reason },
        keepSession: true,
      });
    case 'ask':
      return api('PUT /api/admin/expenses/{id}/question', {
        params,
        body: {
          revision,
          head,
          question: decision.question,
          ...(decision.mentioned.length > 0 && { mentioned: [...decision.mentioned] }),
        },
        keepSession: true,
      });
    case 'revert':
      return api('PUT /api/admin/expenses/{id}/unapprove', {
        params,
        body: { revision, head, ...(decision.note && { admin_notes: decision.note }) },
      });
  }
}

export async function decide(
  queryClient: QueryClient,
  userId: string,
  expense: ExpenseJson,
  decision: Decision,
): Promise<Decided> {
  try {
    const { expense: decided } = await send(expense, decision);
    await showChanged(queryClient, ALL_EXPENSES, decided);
    if (decision.kind === 'reject') rememberReason(userId, decision.reason);
    if (decision.kind === 'ask') forgetMessage(userId, expense.id);
    return { expense: decided, done: DONE[decision.kind], undo: undoOf(expense, decision.kind) };
  } catch (error) {
    // The expense is fetched before anybody can decide again.
    const asked = isOutcomeUnknown(error) || hasStatus(error, 404, 409);
    if (asked) await refetchExpense(queryClient, ALL_EXPENSES, expense).catch(() => undefined);
    throw error;
  }
}

function undoOf({ expense_id, status }: ExpenseJson, kind: Decision['kind']): Decided['undo'] {
  if (status !== 'submitted' || (kind !== 'approve' && kind !== 'reject')) return undefined;
  const { nameOf, note } = UNDO[kind];
  return { name: nameOf(expense_id), note };
}
