import type { ExpenseJson } from '@outlay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import * as texts from '#strings/own-trip';
import { refetchExpense, showChanged } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { apiUpload } from '#lib/api-files';
import { hasStatus, isOutcomeUnknown, messageOf } from '#lib/errors';
import { asSaved } from '../as-saved';

/** `text` is the reason of a failure, or the warning about a duplicate. */
export interface Result {
  readonly kind: 'submitted' | 'failed';
  readonly text?: string | undefined;
}

/** Submits a draft as it was read. Its revision keeps a repeated request from having a second effect. */
export async function submitDraft(client: QueryClient, draft: ExpenseJson, isPrivileged: boolean): Promise<Result> {
  try {
    const { expense, duplicate_warning } = await apiUpload('PUT /api/expenses/{id}', {
      params: { id: draft.id },
      body: asSaved(draft, 'submitted', isPrivileged),
      keepSession: true,
    });
    await showChanged(client, OWN_EXPENSES, expense);
    return { kind: 'submitted', text: duplicate_warning?.message };
  } catch (error) {
    const isChanged = hasStatus(error, 409);
    // The request may have arrived without an answer, or another device was faster.
    if (isChanged || isOutcomeUnknown(error)) {
      const now = await refetchExpense(client, OWN_EXPENSES, draft).catch(() => null);
      if (now && now.status !== 'draft') return { kind: 'submitted' };
      if (now && now.revision !== draft.revision) return { kind: 'failed', text: texts.changedMeanwhile };
    }
    return { kind: 'failed', text: messageOf(error, texts.submitFailed) };
  }
}
