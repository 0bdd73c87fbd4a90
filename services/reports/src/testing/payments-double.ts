import { Controller, Module, type DynamicModule } from '@nestjs/common';
import {
  findPaymentCheckpoint,
  getPayment,
  OutlayError,
  recordReport,
  type ExpenseView,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { sha256Of } from '../documents/read-receipt.js';

export class Payments {
  readonly paid = new Map<string, readonly ExpenseView[]>();
  failures = 0;
  pagesRead = 0;
  /** Null while the log does not contain the payment yet. */
  checkpoint: string | null = null;
  broken: string | null = 'There is no log.';
  checkpointsAsked = 0;
  /** The sizes of the log for one request after another; the last one stays. */
  readonly logSizes: number[] = [];
  readonly made: RequestOf<typeof recordReport>[] = [];
}

@Controller()
class PaymentsController {
  constructor(private readonly payments: Payments) {}

  @Handles(getPayment)
  async page({ paymentId, offset, limit }: RequestOf<typeof getPayment>) {
    this.payments.pagesRead += 1;
    if (this.payments.failures > 0) {
      this.payments.failures -= 1;
      throw new OutlayError('SERVICE_UNAVAILABLE', 'Not now');
    }
    const all = this.payments.paid.get(paymentId);
    const [first] = all ?? [];
    if (!all || !first) throw new OutlayError('NOT_FOUND', 'Payment not found');
    const expenses = all.slice(offset, offset + limit);
    return {
      paymentId,
      paidAt: first.paidAt ?? '',
      userId: first.userId,
      userName: first.userName,
      currency: first.reimbursementCurrency,
      total: all.length,
      expenses,
      heads: expenses.map(({ id }) => sha256Of(Buffer.from(id))),
      computations: expenses.map(({ reimbursementAmount }) => `computed as ${reimbursementAmount}`),
    };
  }

  @Handles(findPaymentCheckpoint)
  async checkpoint() {
    this.payments.checkpointsAsked += 1;
    const { checkpoint, broken, logSizes, checkpointsAsked } = this.payments;
    return { checkpoint, broken, size: logSizes[Math.min(checkpointsAsked, logSizes.length) - 1] ?? 0 };
  }

  @Handles(recordReport)
  async record(made: RequestOf<typeof recordReport>) {
    this.payments.made.push(made);
    return {};
  }
}

@Module({})
export class PaymentsDouble {
  static with(payments: Payments): DynamicModule {
    return {
      module: PaymentsDouble,
      controllers: [PaymentsController],
      providers: [{ provide: Payments, useValue: payments }],
    };
  }
}
