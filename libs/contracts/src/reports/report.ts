import * as z from 'zod/mini';
import { toNumber } from '@outlay/rules';
import { apiSchemas } from '../api-schema.js';
import { decimal, instant, reimbursementCurrency } from '../primitives.js';

export const REPORT_STATES = ['pending', 'ready', 'failed'] as const;

export const reportView = z.object({
  id: z.string(),
  paymentId: z.string(),
  filename: z.string(),
  state: z.enum(REPORT_STATES),
  userId: z.string(),
  userName: z.string(),
  currency: reimbursementCurrency,
  /** The time of the payment, so that a regenerated report is identical. */
  generatedAt: z.string(),
  totalAmount: decimal,
  expenseCount: z.number(),
  /** Public expense ids in row order. */
  expenseIds: z.array(z.string()),
  /** How many receipts are damaged or missing and so not in the zip, which lists them. */
  missingReceipts: z.number(),
  /** Why it failed, for people. */
  failureReason: z.nullable(z.string()),
  /** The time of the next automatic attempt; null if somebody must ask for it. */
  retryAt: z.nullable(z.string()),
});
export type ReportView = z.infer<typeof reportView>;

export const reportJson = z
  .object({
    id: z.string(),
    filename: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    user_currency: z.string(),
    currency: z.string(),
    generated_at: instant,
    total_amount: z.number(),
    expense_count: z.number(),
    expense_ids: z.array(z.string()),
    sp_xls_web_url: z.nullable(z.string()),
    sp_folder_web_url: z.nullable(z.string()),

    status: z.enum(REPORT_STATES),
    payment_id: z.string(),
    missing_receipts: z.number(),
    failure_reason: z.nullable(z.string()),
    retry_at: z.nullable(instant),
  })
  .register(apiSchemas, { id: 'Report' });
export type ReportJson = z.infer<typeof reportJson>;

export function reportIdOf(paymentId: string): string {
  return `report-${paymentId}`;
}

export function toReportJson(report: ReportView): ReportJson {
  return {
    id: report.id,
    filename: report.filename,
    user_id: report.userId,
    user_name: report.userName,
    user_currency: report.currency,
    currency: report.currency,
    generated_at: report.generatedAt,
    total_amount: toNumber(report.totalAmount),
    expense_count: report.expenseCount,
    expense_ids: report.expenseIds,
    // There is no SharePoint integration.
    sp_xls_web_url: null,
    sp_folder_web_url: null,
    status: report.state,
    payment_id: report.paymentId,
    missing_receipts: report.missingReceipts,
    failure_reason: report.failureReason,
    retry_at: report.retryAt,
  };
}
