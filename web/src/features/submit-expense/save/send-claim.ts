import type { ClaimDetails, ExpenseJson } from '@outlay/contracts';
import { reimbursementOf, type Decimal, type IsoDate, type ReimbursementCurrency } from '@outlay/rules';
import type { QueryClient } from '@tanstack/react-query';
import { claimFormData } from '#expense/claim-form-data';
import type { ClaimValues } from '#expense/claim-values';
import { forgetLists } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { keepUnsent, unsentKey } from '#expense/unsent/unsent-claims';
import { apiUpload, type ProgressOptions } from '#lib/api-files';
import { hasCode, isOutcomeUnknown, NetworkError } from '#lib/errors';
import type { useIdempotencyKeys } from '#lib/idempotency-keys';
import { profileQuery } from '#lib/profile';
import type { Reply } from '#lib/routes';
import type { Receipt } from '../receipt/use-receipt';
import type { Override } from '../rate/use-override';

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

interface Attempt extends ProgressOptions, Pick<ReturnType<typeof useIdempotencyKeys>, 'keyFor'> {}

/** Sends a claim, or keeps a new one on this device while there is no network, and shows the lists again. */
export async function sendClaim(
  client: QueryClient,
  userId: string,
  request: SaveRequest,
  attempt: Attempt,
): Promise<Saved> {
  const saved = await save(userId, request, attempt).catch((error: unknown) => {
    if (isOutcomeUnknown(error) || hasCode(error, 'IDEMPOTENCY_KEY_REUSED')) void forgetLists(client, OWN_EXPENSES);
    // The account may have another currency by now, which the form shows then.
    if (hasCode(error, 'CONFLICT')) void client.invalidateQueries(profileQuery);
    throw error;
  });
  if (saved.isUnsent) await client.invalidateQueries({ queryKey: unsentKey(userId) });
  else await forgetLists(client, OWN_EXPENSES);
  return saved;
}

async function save(userId: string, request: SaveRequest, { keyFor, onProgress }: Attempt): Promise<Saved> {
  const body = toFormData(request);
  // An expired session must not discard the form.
  const options = { body, onProgress, keepSession: true };
  if (request.expense) return apiUpload('PUT /api/expenses/{id}', { ...options, params: { id: request.expense.id } });
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
