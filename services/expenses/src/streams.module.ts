import { Module } from '@nestjs/common';
import { ExpenseProjection } from './projections/expense.projection.js';
import { ReadModelsModule } from './read-models.module.js';
import { EXPENSE_MODEL, type ExpenseModel } from './read-models/expense.model.js';
import { PAYMENT_MODEL, type PaymentModel } from './read-models/payment.model.js';
import { rowHead } from './read-models/row-head.js';
import { RUN_MODEL, type RunModel } from './read-models/run.model.js';
import { EXPENSE_GUARD, EXPENSE_LISTENER, ExpenseStream } from './stream/expense-stream.js';
import { PAYMENT_GUARD, PaymentStream } from './stream/payment-stream.js';
import { RUN_GUARD, RunStream } from './stream/run-stream.js';
import { Quarantine } from './projections/quarantine.js';
import { QuarantineStore } from './projections/quarantine.store.js';
import { RowGuard } from './projections/row-guard.js';
import { DecisionInputs } from './workflows/decision-inputs.js';
import { IdempotencyStore } from './workflows/idempotency.store.js';

/** Decides commands on the streams of expenses, payments and runs. */
@Module({
  imports: [ReadModelsModule],
  providers: [
    QuarantineStore,
    Quarantine,
    {
      provide: EXPENSE_GUARD,
      inject: [EXPENSE_MODEL, Quarantine],
      useFactory: (rows: ExpenseModel, quarantine: Quarantine) => new RowGuard((id) => rowHead(rows, id), quarantine),
    },
    {
      provide: PAYMENT_GUARD,
      inject: [PAYMENT_MODEL, Quarantine],
      useFactory: (rows: PaymentModel, quarantine: Quarantine) => new RowGuard((id) => rowHead(rows, id), quarantine),
    },
    {
      provide: RUN_GUARD,
      inject: [RUN_MODEL, Quarantine],
      useFactory: (rows: RunModel, quarantine: Quarantine) => new RowGuard((id) => rowHead(rows, id), quarantine),
    },
    { provide: EXPENSE_LISTENER, useExisting: ExpenseProjection },
    ExpenseStream,
    PaymentStream,
    RunStream,
    DecisionInputs,
    IdempotencyStore,
  ],
  exports: [ExpenseStream, PaymentStream, RunStream, DecisionInputs, IdempotencyStore, QuarantineStore, Quarantine],
})
export class StreamsModule {}
