import { reimbursementOf, type Decimal, type IsoDate, type ReimbursementCurrency } from '@outlay/rules';
import type { ClaimDetails, ExpenseJson } from '@outlay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { claimFormData } from '#expense/claim-form-data';
import { forgetLists } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { apiUpload } from '#lib/api-files';
import { keepUnsent, unsentKey } from '#expense/unsent/unsent-claims';
import type { ClaimValues } from '#expense/claim-values';
import { hasCode, isOutcomeUnknown, NetworkError } from '#lib/errors';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import { profileQuery, useProfile } from '#lib/profile';
import type { Reply } from '#lib/routes';
import type { Override } from '../rate/use-override';
import type { Receipt } from '../receipt/use-receipt';

export interface SaveRequest {
  status: 'draft' | 'submitted';
  /** The typed values, from which the claim follows. */
  values: ClaimValues;
  claim: ClaimDetails;
  isOtherCurrency: boolean;
  receipt: Receipt | null;
  /** The currency in which the form shows the reimbursement. */
  to: ReimbursementCurrency;
  fetchedRate: Decimal | null;
  override: Override | null;
  today: IsoDate;
  expense: ExpenseJson | null;
}

interface Saved {
  duplicate_warning?: Reply<'POST /api/expenses'>['duplicate_warning'];
  /** It waits on this device for a network. */
  isUnsent?: true;
}

/** Saves an expense; `sent` is the share uploaded so far, 0 to 1. */
export function useSaveExpense() {
  const queryClient = useQueryClient();
  const { id: userId } = useProfile();
  const [sent, setSent] = useState(0);
  const { keyFor, failed, reset, resume } = useIdempotencyKeys();
  const save = useMutation({
    mutationFn: async (request: SaveRequest): Promise<Saved> => {
      setSent(0);
      const body = toFormData(request);
      // An expired session must not discard the form.
      const options = { body, onProgress: setSent, keepSession: true };
      if (request.expense)
        return apiUpload('PUT /api/expenses/{id}', { ...options, params: { id: request.expense.id } });
      const file = fileOf(request.receipt);
      const idempotencyKey = keyFor(textsOf(body), file);
      try {
        return await apiUpload('POST /api/expenses', { ...options, idempotencyKey });
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        const { values } = request;
        const savedAt = new Date().toISOString();
        const claim = { sentAs: idempotencyKey, savedAt, values, fields: textFields(body), file };
        return keepUnsent(userId, claim).then(
          () => ({ isUnsent: true }),
          () => Promise.reject(error),
        );
      }
    },
    onError: (error) => {
      failed(error);
      if (isOutcomeUnknown(error) || hasCode(error, 'IDEMPOTENCY_KEY_REUSED'))
        void forgetLists(queryClient, OWN_EXPENSES);
      // The account may have another currency by now, which the form shows then.
      if (hasCode(error, 'CONFLICT')) void queryClient.invalidateQueries(profileQuery);
    },
    onSuccess: ({ isUnsent }) => {
      reset();
      if (isUnsent) return queryClient.invalidateQueries({ queryKey: unsentKey(userId) });
      return forgetLists(queryClient, OWN_EXPENSES);
    },
  });
  return { ...save, sent, resume };
}

function toFormData(request: SaveRequest): FormData {
  const { claim, receipt, expense, override, fetchedRate } = request;
  const rate = override?.rate ?? fetchedRate;
  const form = claimFormData({
    ...request,
    others: {
      exchange_rate: rate,
      reimbursement_amount: rate && claim.amount && reimbursementOf(claim.amount, rate),
      fetched_exchange_rate: fetchedRate,
      reimbursement_currency: request.to,
      today: request.today,
      uploaded: receipt?.kind === 'uploaded' ? receipt.fileName : null,
      remove_receipt: expense?.receipt && !receipt ? 'true' : null,
      revision: expense && String(expense.revision),
    },
  });
  // The file comes last, so that the server has all fields before it reads the file.
  const file = fileOf(receipt);
  if (file) form.set('receipt', file, file.name);
  return form;
}

function fileOf(receipt: Receipt | null): File | null {
  return receipt?.kind === 'new' ? receipt.file : null;
}

function textFields(form: FormData): [string, string][] {
  return [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
}

function textsOf(form: FormData): string {
  return JSON.stringify(textFields(form));
}
