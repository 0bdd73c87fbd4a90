import { Controller, Logger } from '@nestjs/common';
import {
  listReports,
  payExpenses,
  payExpensesRoute,
  toReportJson,
  type MessageContext,
  type ReportJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

/** A payment's report is among the newest. */
const NEWEST_REPORTS = 50;

@Controller()
export class PaymentsController {
  private readonly logger = new Logger('Payments');

  constructor(private readonly messages: MessageClient) {}

  @Route(payExpensesRoute)
  async pay(@Input() { body, context }: Call<typeof payExpensesRoute>) {
    const { expense_ids: ids, expected_total: expectedTotal, revisions, heads } = body;
    const { paymentId, paidCount, skipped } = await this.messages.call(
      payExpenses,
      { ids, expectedTotal, revisions, heads },
      context,
    );
    const left = [...skipped.already_paid, ...skipped.changed].map(({ expense_id }) => expense_id);
    const except = left.length > 0 ? ` Not paid: ${left.join(', ')}` : '';
    return {
      message: `${paidCount} expenses marked as paid and report generated!${except}`,
      payment_id: paymentId,
      report: await this.findReport(paymentId, context),
      skipped,
    };
  }

  /** Null if there is no report yet: the payment succeeded regardless. */
  private async findReport(paymentId: string, context: MessageContext): Promise<ReportJson | null> {
    try {
      const request = { scope: 'all', limit: NEWEST_REPORTS, cursor: null } as const;
      const { reports } = await this.messages.call(listReports, request, context);
      const report = reports.find((candidate) => candidate.paymentId === paymentId);
      return report ? toReportJson(report) : null;
    } catch (error) {
      this.logger.warn(`The report of payment ${paymentId} could not be looked up: ${String(error)}`);
      return null;
    }
  }
}
