import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { DocumentLease, SoleInstance } from '@outlay/documents';
import { openWitnessKey } from '@outlay/transparency-log';
import { ConcernedPeople } from './audit-log/concerned.js';
import { LogBuilder } from './audit-log/log-builder.js';
import { LogBundles } from './audit-log/log-bundles.js';
import { LogFeed } from './audit-log/log-feed.js';
import { LogFiles } from './audit-log/log-files.js';
import { LogKeyring } from './audit-log/log-keyring.js';
import { LogPositionsStore } from './audit-log/log-positions.store.js';
import { LogProofs } from './audit-log/log-proofs.js';
import { Timeline } from './audit-log/timeline.js';
import { Witnesses } from './audit-log/witnesses.js';
import { ClaimsModule } from './claims.module.js';
import { AuditLogController } from './messages/audit-log.controller.js';
import { ProofPackController } from './messages/proof-pack.controller.js';
import { TrailStateController } from './messages/trail-state.controller.js';
import { VerificationsController } from './messages/verifications.controller.js';
import { PaymentsModule } from './payments.module.js';
import type { ExpensesPorts } from './ports.js';
import { PortsModule } from './ports.module.js';
import { CheckpointStore } from './projections/checkpoint.store.js';
import { ProjectorModule } from './projector.module.js';
import { ReadModelsModule } from './read-models.module.js';
import { expenseModel } from './read-models/expense.model.js';
import { StreamsModule } from './streams.module.js';
import { QuarantineStore } from './trail/quarantine.store.js';
import { TrailWatch } from './trail/trail-watch.js';
import { VerificationRuns } from './verification-runs/verification-runs.js';
import { VerificationRunsStore } from './verification-runs/verification-runs.store.js';

@Module({ imports: [ReadModelsModule, StreamsModule, ClaimsModule, PaymentsModule, ProjectorModule] })
export class ExpensesModule {
  static async with(ports: ExpensesPorts): Promise<DynamicModule> {
    const { documents, eventStore, messages, clock, ids, auditLog, verify, sharedStores = false } = ports;
    const witnesses = new Witnesses(auditLog.witnesses.map(({ url, key }) => ({ url, verifier: openWitnessKey(key) })));
    const [logFiles, logPositions] = [new LogFiles(auditLog.blobs), new LogPositionsStore(documents)];
    const keyring = await LogKeyring.open(logFiles.keyChanges, auditLog.secrets);
    const bundles = new LogBundles(eventStore, logFiles, logPositions);
    const lease = sharedStores ? new DocumentLease(documents, 'audit-log', ids) : new SoleInstance();

    return {
      module: ExpensesModule,
      imports: [PortsModule.with(ports)],
      controllers: [AuditLogController, ProofPackController, TrailStateController, VerificationsController],
      providers: [
        {
          provide: TrailWatch,
          inject: [CheckpointStore, QuarantineStore],
          useFactory: (checkpoint: CheckpointStore, quarantined: QuarantineStore) =>
            new TrailWatch(eventStore, checkpoint, quarantined, logPositions, clock),
        },
        instance(LogBuilder, new LogBuilder(lease, eventStore, logFiles, logPositions, keyring, witnesses)),
        instance(LogFeed, new LogFeed(bundles, logFiles, keyring)),
        instance(Timeline, new Timeline(bundles, new ConcernedPeople(eventStore, expenseModel(documents)))),
        instance(
          VerificationRuns,
          new VerificationRuns(new VerificationRunsStore(documents), verify, messages, clock, sharedStores),
        ),
        instance(LogProofs, new LogProofs(eventStore, logFiles, logPositions, keyring)),
      ],
    };
  }
}

function instance<T>(provide: Type<T> | (abstract new (...args: never[]) => T), useValue: T): Provider {
  return { provide, useValue };
}
