import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { ClaimCommandsController } from './messages/claim-commands.controller.js';
import { PaymentsController } from './messages/payments.controller.js';
import { QueriesController } from './messages/queries.controller.js';
import { ReviewCommandsController } from './messages/review-commands.controller.js';
import { UploadsController } from './messages/uploads.controller.js';
import { CLOCK, EVENT_STORE, IDS, type ExpensesPorts } from './ports.js';
import { CheckpointStore } from './projections/checkpoint.store.js';
import { ExpenseProjection } from './projections/expense.projection.js';
import { PaymentProjection } from './projections/payment.projection.js';
import { SoleInstance } from './projections/leadership.js';
import { ProjectorLease } from './projections/projector-lease.js';
import { Projector } from './projections/projector.js';
import { READ_MODELS, expenseModel } from './read-models/expense.model.js';
import { ExpenseQueries } from './read-models/expense.queries.js';
import { ListVersionsStore } from './read-models/list-versions.store.js';
import { PaidExpenses } from './read-models/paid-expenses.js';
import { paymentModel } from './read-models/payment.model.js';
import { ShownDuplicatesStore } from './read-models/shown-duplicates.store.js';
import { UploadsStore } from './read-models/uploads.store.js';
import { ExpenseStream } from './stream/expense-stream.js';
import { ClaimFacts } from './workflows/claim-facts.js';
import { LikenessClaimsStore } from './workflows/likeness-claims.store.js';
import { PaymentResumer } from './workflows/payment-resumer.js';
import { PaymentWorkflow } from './workflows/payment.workflow.js';
import { RequestsStore } from './workflows/requests.store.js';
import { TwinApprovals } from './workflows/twin-approvals.js';

/** The expenses service. */
@Module({})
export class ExpensesModule {
  /** The service over its ports; the read models' indexes are there when it resolves. */
  static async with(ports: ExpensesPorts): Promise<DynamicModule> {
    const { documents, eventStore, messages, clock, ids, sharedStores = false } = ports;
    const rows = expenseModel(documents);
    const payments = paymentModel(documents);
    await Promise.all([rows.init(), payments.init()]);

    const versions = new ListVersionsStore(documents);
    const projection = new ExpenseProjection(rows, versions, eventStore);
    const paymentProjection = new PaymentProjection(payments, eventStore);
    const streams = new ExpenseStream(eventStore, projection, clock, ids);
    const facts = new ClaimFacts(messages, clock);
    const requests = new RequestsStore(documents);
    const workflow = new PaymentWorkflow(
      eventStore,
      streams,
      paymentProjection,
      payments,
      requests,
      facts,
      messages,
      clock,
    );
    const resumer = new PaymentResumer(workflow, ids);
    const checkpoint = new CheckpointStore(documents, READ_MODELS);
    const leadership = sharedStores ? new ProjectorLease(documents, READ_MODELS, ids) : new SoleInstance();
    const projector = new Projector(leadership, eventStore, checkpoint, projection, paymentProjection, clock, () =>
      resumer.run(),
    );

    return {
      module: ExpensesModule,
      controllers: [
        ClaimCommandsController,
        ReviewCommandsController,
        QueriesController,
        PaymentsController,
        UploadsController,
      ],
      providers: [
        { provide: EVENT_STORE, useValue: eventStore },
        { provide: CLOCK, useValue: clock },
        { provide: IDS, useValue: ids },
        given(ExpenseStream, streams),
        given(ClaimFacts, facts),
        given(PaymentWorkflow, workflow),
        given(RequestsStore, requests),
        given(TwinApprovals, new TwinApprovals(new LikenessClaimsStore(documents, clock), streams)),
        given(ExpenseQueries, new ExpenseQueries(rows)),
        given(ListVersionsStore, versions),
        given(PaidExpenses, new PaidExpenses(eventStore)),
        given(UploadsStore, new UploadsStore(documents)),
        given(ShownDuplicatesStore, new ShownDuplicatesStore(documents)),
        given(Projector, projector),
        given(PaymentResumer, resumer),
      ],
      exports: [Projector],
    };
  }
}

/** A provider whose instance is there already; its class is the token. */
function given<T>(provide: Type<T> | (abstract new (...args: never[]) => T), useValue: T): Provider {
  return { provide, useValue };
}
