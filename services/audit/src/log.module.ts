import { Module } from '@nestjs/common';
import { DocumentLease, SoleInstance } from '@outlay/documents';
import { openWitnessKey } from '@outlay/transparency-log';
import { LogBuilder } from './log/log-builder.js';
import { LogBundles } from './log/log-bundles.js';
import { LogFiles } from './log/log-files.js';
import { LogKeyring } from './log/log-keyring.js';
import { LogPositionsStore } from './log/log-positions.store.js';
import { LogProofs } from './log/log-proofs.js';
import { LogWatch } from './log/log-watch.js';
import { Witnesses } from './log/witnesses.js';
import { AuditLogController } from './messages/audit-log.controller.js';
import { TrailStateController } from './messages/trail-state.controller.js';
import { AUDIT_PORTS, LEASE, type AuditPorts } from './ports.js';

/** Builds the log of all events, signs it, and proves what is in it. */
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
      inject: [LogFiles, AUDIT_PORTS],
      useFactory: ({ keyChanges }: LogFiles, { secrets }: AuditPorts) => LogKeyring.open(keyChanges, secrets),
    },
    {
      provide: Witnesses,
      inject: [AUDIT_PORTS],
      useFactory: ({ witnesses }: AuditPorts) =>
        new Witnesses(witnesses.map(({ url, key }) => ({ url, verifier: openWitnessKey(key) }))),
    },
    {
      provide: LEASE,
      inject: [AUDIT_PORTS],
      useFactory: ({ sharedStores = false, documents, ids }: AuditPorts) =>
        sharedStores ? new DocumentLease(documents, 'audit-log', ids) : new SoleInstance(),
    },
  ],
  exports: [LogFiles, LogKeyring, LogBundles, LogBuilder, LogProofs],
})
export class LogModule {}
