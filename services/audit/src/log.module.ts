import { Module } from '@nestjs/common';
import { DocumentLease, SoleInstance } from '@outlay/documents';
import type { IdSource } from '@outlay/time';
import { openWitnessKey } from '@outlay/transparency-log';
import type { Connection } from 'mongoose';
import { LogBuilder } from './log/log-builder.js';
import { LogBundles } from './log/log-bundles.js';
import { LogFiles } from './log/log-files.js';
import { LogKeyring, type AuditSecrets } from './log/log-keyring.js';
import { LogPositionsStore } from './log/log-positions.store.js';
import { LogProofs } from './log/log-proofs.js';
import { LogWatch } from './log/log-watch.js';
import { Witnesses } from './log/witnesses.js';
import { AuditLogController } from './messages/audit-log.controller.js';
import { TrailStateController } from './messages/trail-state.controller.js';
import { DOCUMENTS, IDS, LEASE, SECRETS, SHARED_STORES, WITNESSES, type AuditPorts } from './ports.js';

/** Builds and signs the log of all events, and answers with proofs from it. */
@Module({
  controllers: [AuditLogController, TrailStateController],
  providers: [
    LogFiles,
    LogPositionsStore,
    LogBundles,
    LogBuilder,
    LogProofs,
    LogWatch,
    {
      provide: LogKeyring,
      inject: [LogFiles, SECRETS],
      useFactory: ({ keyChanges }: LogFiles, secrets: AuditSecrets) => LogKeyring.open(keyChanges, secrets),
    },
    {
      provide: Witnesses,
      inject: [WITNESSES],
      useFactory: (witnesses: AuditPorts['witnesses']) =>
        new Witnesses(witnesses.map(({ url, key }) => ({ url, verifier: openWitnessKey(key) }))),
    },
    {
      provide: LEASE,
      inject: [SHARED_STORES, DOCUMENTS, IDS],
      useFactory: (sharedStores: boolean, documents: Connection, ids: IdSource) =>
        sharedStores ? new DocumentLease(documents, 'audit-log', ids) : new SoleInstance(),
    },
  ],
  exports: [LogFiles, LogKeyring, LogBundles, LogBuilder, LogProofs],
})
export class LogModule {}
