import { prepareCollection, SoleInstance, DocumentLease } from '@outlay/documents';
import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { openWitnessKey } from '@outlay/transparency-log';
import { LogBuilder } from './audit-log/log-builder.js';
import { ConcernedPeople } from './audit-log/concerned.js';
import { LogBundles } from './audit-log/log-bundles.js';
import { LogFeed } from './audit-log/log-feed.js';
import { LogFiles } from './audit-log/log-files.js';
import { LogKeyring } from './audit-log/log-keyring.js';
import { LogPositionsStore } from './audit-log/log-positions.store.js';
import { LogProofs } from './audit-log/log-proofs.js';
import { Timeline } from './audit-log/timeline.js';
import { Witnesses } from './audit-log/witnesses.js';
import { AuditLogController } from './messages/audit-log.controller.js';
import { ClaimCommandsController } from './messages/claim-commands.controller.js';
import { PastDecisionsController } from './messages/past-decisions.controller.js';
import { PeopleController } from './messages/people.controller.js';
import { PaymentsController } from './messages/payments.controller.js';
import { ProofPackController } from './messages/proof-pack.controller.js';
import { QueriesController } from './messages/queries.controller.js';
import { ReviewCommandsController } from './messages/review-commands.controller.js';
import { TrailStateController } from './messages/trail-state.controller.js';
import { UploadsController } from './messages/uploads.controller.js';
import { VerificationsController } from './messages/verifications.controller.js';
import { Snapshots } from './past/snapshots.js';
import { CLOCK, EVENT_STORE, IDS, type ExpensesPorts } from './ports.js';
import { CheckpointStore } from './projections/checkpoint.store.js';
import { ExpenseProjection } from './projections/expense.projection.js';
import { PersonProjection } from './projections/person.projection.js';
import { PaymentProjection } from './projections/payment.projection.js';
import { SummaryProjection } from './projections/summary.projection.js';
import { Projector } from './projections/projector.js';
import { fillFrom } from './projections/rebuild.js';
import { READ_MODELS, expenseHead, expenseModel } from './read-models/expense.model.js';
import { ExpenseQueries } from './read-models/expense.queries.js';
import { ListQueries } from './read-models/list-queries.js';
import { ListVersionsStore } from './read-models/list-versions.store.js';
import { PaidExpenses } from './read-models/paid-expenses.js';
import { personModel, RenamedPeople } from './read-models/renamed-people.js';
import { paymentHead, paymentModel } from './read-models/payment.model.js';
import { ShownDuplicatesStore } from './read-models/shown-duplicates.store.js';
import { SummaryStore } from './read-models/summary.store.js';
import { UploadsStore } from './read-models/uploads.store.js';
import { ExpenseStream } from './stream/expense-stream.js';
import { PaymentStream } from './stream/payment-stream.js';
import { Quarantine } from './trail/quarantine.js';
import { QuarantineStore } from './trail/quarantine.store.js';
import { RowGuard } from './trail/row-guard.js';
import { TrailWatch } from './trail/trail-watch.js';
import { VerificationRuns } from './verification-runs/verification-runs.js';
import { VerificationRunsStore } from './verification-runs/verification-runs.store.js';
import { DecisionInputs } from './workflows/decision-inputs.js';
import { DuplicateLockStore } from './workflows/duplicate-lock.store.js';
import { PaymentConflicts } from './workflows/payment-conflicts.js';
import { PaymentReports } from './workflows/payment-reports.js';
import { PaymentResumer } from './workflows/payment-resumer.js';
import { PaymentWorkflow } from './workflows/payment.workflow.js';
import { ReviewWorkflow } from './workflows/review.workflow.js';
import { UploadedReceipts } from './workflows/uploaded-receipts.js';
import { IdempotencyStore } from './workflows/idempotency.store.js';
import { DuplicateApprovals } from './workflows/duplicate-approvals.js';

@Module({})
export class ExpensesModule {
  static async with(ports: ExpensesPorts): Promise<DynamicModule> {
    const { documents, eventStore, pastEvents, messages, receipts, clock, ids, auditLog, verify } = ports;
    const { sharedStores = false } = ports;
    const rows = expenseModel(documents);
    const paymentRows = paymentModel(documents);
    const people = personModel(documents);
    await Promise.all([prepareCollection(rows), prepareCollection(paymentRows), prepareCollection(people)]);

    const versions = new ListVersionsStore(documents);
    const quarantined = new QuarantineStore(documents);
    const quarantine = new Quarantine(quarantined, clock);
    const projection = new ExpenseProjection(rows, versions, eventStore);
    const personProjection = new PersonProjection(people, versions, eventStore);
    const paymentProjection = new PaymentProjection(paymentRows, eventStore);
    const queries = new ExpenseQueries(rows);
    const summaries = new SummaryStore(documents);
    const summaryProjection = new SummaryProjection(summaries, eventStore);
    const streams = new ExpenseStream(
      eventStore,
      projection,
      clock,
      ids,
      new RowGuard((id) => expenseHead(rows, id), quarantine),
    );
    const payments = new PaymentStream(
      eventStore,
      clock,
      ids,
      new RowGuard((id) => paymentHead(paymentRows, id), quarantine),
    );
    const inputs = new DecisionInputs(messages, clock, receipts);
    const shown = new ShownDuplicatesStore(documents);
    const approvals = new DuplicateApprovals(new DuplicateLockStore(documents, clock), streams);
    const idempotency = new IdempotencyStore(documents);
    const uploads = new UploadsStore(documents);
    const workflow = new PaymentWorkflow(
      payments,
      streams,
      paymentProjection,
      new PaymentReports(streams, paymentRows, messages),
      new PaymentConflicts(payments, streams, inputs),
      idempotency,
      inputs,
      clock,
    );
    const resumer = new PaymentResumer(workflow, ids);
    const checkpoint = new CheckpointStore(documents, READ_MODELS);
    const leaseOf = (name: string) => (sharedStores ? new DocumentLease(documents, name, ids) : new SoleInstance());
    const projector = new Projector(
      leaseOf(READ_MODELS),
      eventStore,
      checkpoint,
      projection,
      paymentProjection,
      personProjection,
      summaryProjection,
      quarantine,
      clock,
      () => resumer.run(),
      sharedStores ? null : fillFrom(documents, eventStore),
    );
    const witnesses = new Witnesses(auditLog.witnesses.map(({ url, key }) => ({ url, verifier: openWitnessKey(key) })));
    const [logFiles, logPositions] = [new LogFiles(auditLog.blobs), new LogPositionsStore(documents)];
    const keyring = await LogKeyring.open(logFiles.keyChanges, auditLog.secrets);
    const bundles = new LogBundles(eventStore, logFiles, logPositions);

    return {
      module: ExpensesModule,
      controllers: [
        AuditLogController,
        ProofPackController,
        TrailStateController,
        VerificationsController,
        ClaimCommandsController,
        ReviewCommandsController,
        QueriesController,
        PastDecisionsController,
        PaymentsController,
        PeopleController,
        UploadsController,
      ],
      providers: [
        { provide: EVENT_STORE, useValue: eventStore },
        { provide: CLOCK, useValue: clock },
        { provide: IDS, useValue: ids },
        instance(ExpenseStream, streams),
        instance(DecisionInputs, inputs),
        instance(PaymentStream, payments),
        instance(PaymentWorkflow, workflow),
        instance(IdempotencyStore, idempotency),
        instance(ReviewWorkflow, new ReviewWorkflow(streams, queries, shown, inputs, approvals)),
        instance(ExpenseQueries, queries),
        instance(RenamedPeople, new RenamedPeople(people)),
        instance(PersonProjection, personProjection),
        instance(ListVersionsStore, versions),
        instance(ListQueries, new ListQueries(queries, summaries)),
        instance(Snapshots, new Snapshots(pastEvents, clock)),
        instance(SummaryProjection, summaryProjection),
        instance(PaidExpenses, new PaidExpenses(eventStore)),
        instance(UploadsStore, uploads),
        instance(UploadedReceipts, new UploadedReceipts(uploads, streams, clock)),
        instance(ShownDuplicatesStore, shown),
        instance(Projector, projector),
        instance(TrailWatch, new TrailWatch(eventStore, checkpoint, quarantined, logPositions, clock)),
        instance(QuarantineStore, quarantined),
        instance(PaymentResumer, resumer),
        instance(
          LogBuilder,
          new LogBuilder(leaseOf('audit-log'), eventStore, logFiles, logPositions, keyring, witnesses),
        ),
        instance(LogFeed, new LogFeed(bundles, logFiles, keyring)),
        instance(Timeline, new Timeline(bundles, new ConcernedPeople(eventStore, rows))),
        instance(
          VerificationRuns,
          new VerificationRuns(new VerificationRunsStore(documents), verify, messages, clock, sharedStores),
        ),
        instance(LogProofs, new LogProofs(eventStore, logFiles, logPositions, keyring)),
      ],
      exports: [Projector, TrailWatch],
    };
  }
}

function instance<T>(provide: Type<T> | (abstract new (...args: never[]) => T), useValue: T): Provider {
  return { provide, useValue };
}
