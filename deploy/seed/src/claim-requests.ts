import {
  approveExpenseRoute,
  createExpenseRoute,
  exchangeRateRoute,
  OutlayError,
  payExpensesRoute,
  rejectExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { multiplyDecimals, parseDecimal, RATE_DECIMALS, roundHalfUp, type IsoDate } from '@outlay/rules';
import type { Account } from './accounts.js';
import { detailsOf, hasReceipt, inCurrency, type DemoClaim } from './claim.js';
import { nameOf } from './people.js';
import { receiptFile } from './receipts/receipt-file.js';
import type { RestClient } from './rest-client.js';

/** Uses the owner's currency if the claim's has no exchange rate that day. */
export async function createClaim(
  api: RestClient,
  claim: DemoClaim,
  { token, person }: Account,
  today: IsoDate,
): Promise<ExpenseJson> {
  const send = async (version: DemoClaim) => {
    const body = await formOf(api, version, person.reimbursementCurrency, today);
    return (await api.call(createExpenseRoute, { token, body })).expense;
  };
  try {
    return await send(claim);
  } catch (error) {
    const noRate = error instanceof OutlayError && ['RATE_NOT_AVAILABLE', 'SERVICE_UNAVAILABLE'].includes(error.code);
    if (!noRate) throw error;
    return send(inCurrency(claim, person.reimbursementCurrency));
  }
}

export async function reviewClaim(
  api: RestClient,
  { outcome }: DemoClaim,
  { expense_id: id, revision }: ExpenseJson,
  { token }: Account,
): Promise<void> {
  const request = { token, params: { id } };
  if (outcome.status === 'rejected') {
    await api.call(rejectExpenseRoute, { ...request, body: { revision, admin_notes: outcome.reason } });
  }
  if (outcome.status === 'approved' || outcome.status === 'paid') {
    const approveAnyway = outcome.status === 'approved' && outcome.approveAnyway;
    await api.call(approveExpenseRoute, {
      ...request,
      body: { revision, ...(approveAnyway && { approve_anyway: true }) },
    });
  }
}

export async function payClaims(
  api: RestClient,
  expenses: readonly ExpenseJson[],
  { person }: Account,
  { token }: Account,
): Promise<void> {
  const body = { expense_ids: expenses.map(({ expense_id }) => expense_id), user_name: nameOf(person) };
  await api.call(payExpensesRoute, { token, body });
}

async function formOf(api: RestClient, claim: DemoClaim, to: string, today: IsoDate): Promise<FormData> {
  const { date, category, justification, amount, currency, classification, vatAmount, noReceipt } = detailsOf(claim);
  const form = new FormData();
  const set = (name: string, value: string | null) => value !== null && form.set(name, value);
  set('status', claim.outcome.status === 'draft' ? 'draft' : 'submitted');
  set('date', date);
  set('type', category);
  set('justification', justification);
  set('amount', amount);
  set('currency', currency);
  set('classification', classification);
  set('vat_amount', vatAmount);
  set('no_receipt', String(noReceipt));
  set('today', today);
  if (claim.override && currency && date) {
    const { rate } = await api.call(exchangeRateRoute, { query: { from: currency, to, date } });
    const fetched = parseDecimal(rate) ?? '0';
    set('override_exchange_rate', roundHalfUp(multiplyDecimals(fetched, claim.override.factor), RATE_DECIMALS));
    set('override_reason', claim.override.reason);
  }
  if (hasReceipt(claim)) {
    const { name, contentType, bytes } = await receiptFile(claim.purchase.receipt);
    form.set('receipt', new Blob([Uint8Array.from(bytes)], { type: contentType }), name);
  }
  return form;
}
