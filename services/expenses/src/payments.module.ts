import { Module } from '@nestjs/common';
import { PaymentsController } from './messages/payments.controller.js';
import { RunsController } from './messages/runs.controller.js';
import { ReadModelsModule } from './read-models.module.js';
import { StreamsModule } from './streams.module.js';
import { PaymentConflicts } from './workflows/payment-conflicts.js';
import { PaymentReports } from './workflows/payment-reports.js';
import { PaymentResumer } from './workflows/payment-resumer.js';
import { PaymentWorkflow } from './workflows/payment.workflow.js';
import { RunRunner } from './workflows/run-runner.js';
import { RunWorkflow } from './workflows/run.workflow.js';

/** Pays batches of expenses, alone and in runs, and finishes payments and runs that were interrupted. */
@Module({
  imports: [ReadModelsModule, StreamsModule],
  controllers: [PaymentsController, RunsController],
  providers: [PaymentReports, PaymentConflicts, PaymentWorkflow, PaymentResumer, RunWorkflow, RunRunner],
  exports: [PaymentResumer, RunRunner],
})
export class PaymentsModule {}
