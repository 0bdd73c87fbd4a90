import type { QueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import * as listTexts from '#strings/admin-expenses';
import * as texts from '#strings/bulk';
import { ApiError, messageOf } from '#lib/errors';
import { duplicatesQuery } from '#panel/queries';
import { decide } from '../decisions/decide-expense';

/** Several expenses get an approval each, or a rejection for the same reason. */
export type BulkDecision = { readonly kind: 'approve' } | { readonly kind: 'reject'; readonly reason: string };

/** The result of one decision. `look` needs a person's decision, for the given reason. */
export type RowResult = { readonly kind: 'done' } | { readonly kind: 'look' | 'failed'; readonly text: string };

const FAILED = { approve: listTexts.approveFailed, reject: listTexts.rejectFailed };

/** A person must confirm a duplicate: the server accepts any the reviewer has seen, confirmed or not. */
export async function decideOne(
  queryClient: QueryClient,
  userId: string,
  expense: ExpenseJson,
  decision: BulkDecision,
): Promise<RowResult> {
  if (decision.kind === 'approve') {
    try {
      const duplicates = await queryClient.fetchQuery(duplicatesQuery(expense.id));
      const ids = duplicates.map(({ expense_id }) => expense_id);
      if (ids.length > 0) return { kind: 'look', text: texts.duplicateOf(ids.join(', ')) };
    } catch (error) {
      return { kind: 'failed', text: messageOf(error, listTexts.duplicateCheckFailed) };
    }
  }
  try {
    const approval = { kind: 'approve', approveAnyway: false } as const;
    await decide(queryClient, userId, expense, decision.kind === 'approve' ? approval : decision);
    return { kind: 'done' };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'VERSION_CONFLICT') return { kind: 'look', text: listTexts.changedMeanwhile };
    // A duplicate was approved after the check.
    if (code === 'POSSIBLE_DUPLICATE') return { kind: 'look', text: messageOf(error, texts.needsLook) };
    return { kind: 'failed', text: messageOf(error, FAILED[decision.kind]) };
  }
}
