import type {
  amendExpense,
  amendExpenseRoute,
  createOnBehalf,
  createOnBehalfRoute,
  ReceiptRef,
  RequestOf,
  RouteBody,
} from '@outlay/contracts';
import type { Call } from '../requests/call.js';

export function toCreateOnBehalf(
  body: RouteBody<typeof createOnBehalfRoute>,
  receipt: ReceiptRef | null,
): RequestOf<typeof createOnBehalf> {
  return {
    receipt,
    userId: body.user_id,
    shownCurrency: body.reimbursement_currency ?? null,
    today: body.today ?? null,
    details: {
      date: body.date,
      category: body.category,
      justification: body.justification,
      amount: body.amount,
      currency: body.currency,
      classification: body.classification ?? null,
      vatAmount: body.vat_amount ?? null,
      noReceipt: body.no_receipt ?? false,
    },
  };
}

export function toAmendExpense(
  id: string,
  expected: Call<typeof amendExpenseRoute>['expected'],
  body: RouteBody<typeof amendExpenseRoute>,
): RequestOf<typeof amendExpense> {
  const { original, metadata, reimbursement } = body;
  return {
    id,
    ...expected,
    today: body.today ?? null,
    clearOverride: body.clear_override ?? original?.clear_override ?? false,
    original: original
      ? { amount: original.amount ?? null, currency: original.currency ?? null, date: original.date ?? null }
      : null,
    metadata: metadata
      ? {
          category: metadata.category,
          justification: metadata.justification,
          classification: metadata.classification,
          vatAmount: metadata.vat_amount,
        }
      : null,
    reimbursement: reimbursement ?? null,
    approveAnyway: body.approve_anyway ?? false,
  };
}
