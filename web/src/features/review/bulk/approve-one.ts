import type { QueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import * as listTexts from '#strings/admin-expenses';
import * as texts from '#strings/bulk-approve';
import { showChanged } from '#expense/expense-list';
import { api } from '#lib/api';
import { ApiError, messageOf } from '#lib/errors';
import { ALL_EXPENSES, duplicatesQuery } from '#panel/queries';

/** The result of one approval. `look` needs a person's decision, for the given reason. */
export type RowResult = { readonly kind: 'approved' } | { readonly kind: 'look' | 'failed'; readonly text: string };

/** A person must confirm a duplicate: the server accepts any the reviewer has seen, confirmed or not. */
export async function approveOne(queryClient: QueryClient, expense: ExpenseJson): Promise<RowResult> {
  const { id, revision, head, receipt_sha256 } = expense;
  try {
    const duplicates = await queryClient.fetchQuery(duplicatesQuery(id));
    const ids = duplicates.map(({ expense_id }) => expense_id);
    if (ids.length > 0) return { kind: 'look', text: texts.duplicateOf(ids.join(', ')) };
  } catch (error) {
    return { kind: 'failed', text: messageOf(error, listTexts.duplicateCheckFailed) };
  }
  try {
    const { expense: approved } = await api('PUT /api/admin/expenses/{id}/approve', {
      params: { id },
      body: { revision, head, receipt_sha256 },
    });
    await showChanged(queryClient, ALL_EXPENSES, approved);
    return { kind: 'approved' };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'VERSION_CONFLICT') return { kind: 'look', text: listTexts.changedMeanwhile };
    // A duplicate was approved after the check.
    if (code === 'POSSIBLE_DUPLICATE') return { kind: 'look', text: messageOf(error, texts.needsLook) };
    return { kind: 'failed', text: messageOf(error, listTexts.approveFailed) };
  }
}
