import { Module } from '@nestjs/common';
import { PaymentsController } from './messages/payments.controller.js';
import { ReadModelsModule } from './read-models.module.js';
import { StreamsModule } from './streams.module.js';
import { PaymentConflicts } from './workflows/payment-conflicts.js';
import { PaymentReports } from './workflows/payment-reports.js';
import { PaymentResumer } from './workflows/payment-resumer.js';
import { PaymentWorkflow } from './workflows/payment.workflow.js';

/** Pays batches of expenses, and finishes payments that were interrupted. */
@Module({
  imports: [ReadModelsModule, StreamsModule],
  controllers: [PaymentsController],
  providers: [PaymentReports, PaymentConflicts, PaymentWorkflow, PaymentResumer],
  exports: [PaymentResumer],
})
export class PaymentsModule {}
