import { Controller, Logger } from '@nestjs/common';
import {
  findReport,
  OutlayError,
  payExpenses,
  payExpensesRoute,
  toChangedDetails,
  toChangedExpense,
  toReportJson,
  toSnakeCase,
  type ChangedFigures,
  type MessageContext,
  type ReportJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class PaymentsController {
  private readonly logger = new Logger('Payments');

  constructor(private readonly messages: MessageClient) {}

  @Route(payExpensesRoute)
  async pay(@Input() { body, context }: Call<typeof payExpensesRoute>) {
    const { expense_ids: ids, expected_total: expectedTotal, revisions, heads } = body;
    const { paymentId, paidCount, skipped } = await this.messages
      .call(payExpenses, { ids, expectedTotal, revisions, heads }, context)
      .catch((error: unknown) => Promise.reject(withNumbers(error)));
    const left = [...skipped.alreadyPaid, ...skipped.changed].map(({ expenseId }) => expenseId);
    const except = left.length > 0 ? ` Not paid: ${left.join(', ')}` : '';
    return toSnakeCase({
      message: `${paidCount} expenses marked as paid and report generated!${except}`,
      paymentId,
      report: await this.findReport(paymentId, context),
      skipped: { ...skipped, changed: skipped.changed.map(toChangedExpense) },
    });
  }

  /** Null if there is no report yet: the payment succeeded regardless. */
  private async findReport(paymentId: string, context: MessageContext): Promise<ReportJson | null> {
    try {
      // A report is found by its payment as well.
      const { report } = await this.messages.call(findReport, { filename: paymentId }, context);
      return toReportJson(report);
    } catch (error) {
      if (!(error instanceof OutlayError && error.code === 'NOT_FOUND'))
        this.logger.warn(`The report of payment ${paymentId} could not be looked up: ${String(error)}`);
      return null;
    }
  }
}

/** A refusal because of other figures, which messages carry as decimal text. */
function withNumbers(error: unknown): unknown {
  if (!(error instanceof OutlayError && error.code === 'VERSION_CONFLICT' && 'expenses' in Object(error.details)))
    return error;
  return new OutlayError(error.code, error.message, toChangedDetails(error.details as ChangedFigures));
}
