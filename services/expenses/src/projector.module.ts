import { Module } from '@nestjs/common';
import { DocumentLease, SoleInstance } from '@outlay/documents';
import type { EventStore } from '@outlay/event-store';
import type { IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';
import { PaymentsModule } from './payments.module.js';
import { DOCUMENTS, EVENT_STORE, IDS, SHARED_STORES } from './ports.js';
import { CheckpointStore } from './projections/checkpoint.store.js';
import { FILL, LEASE, ON_CAUGHT_UP, Projector } from './projections/projector.js';
import { fillFrom } from './projections/rebuild.js';
import { TrailWatch } from './projections/trail-watch.js';
import { ReadModelsModule } from './read-models.module.js';
import { READ_MODELS } from './read-models/expense.model.js';
import { StreamsModule } from './streams.module.js';
import { PaymentResumer } from './workflows/payment-resumer.js';
import { RunRunner } from './workflows/run-runner.js';

/** Derives the read models from the events. */
@Module({
  imports: [ReadModelsModule, StreamsModule, PaymentsModule],
  providers: [
    {
      provide: LEASE,
      inject: [SHARED_STORES, DOCUMENTS, IDS],
      useFactory: (sharedStores: boolean, documents: Connection, ids: IdSource) =>
        sharedStores ? new DocumentLease(documents, READ_MODELS, ids) : new SoleInstance(),
    },
    {
      provide: FILL,
      inject: [SHARED_STORES, DOCUMENTS, EVENT_STORE],
      useFactory: (sharedStores: boolean, documents: Connection, events: EventStore) =>
        sharedStores ? null : fillFrom(documents, events),
    },
    {
      provide: CheckpointStore,
      inject: [DOCUMENTS],
      useFactory: (documents: Connection) => new CheckpointStore(documents, READ_MODELS),
    },
    {
      provide: ON_CAUGHT_UP,
      inject: [PaymentResumer, RunRunner],
      useFactory: (payments: PaymentResumer, runs: RunRunner) => () => {
        payments.run();
        void runs.resume();
      },
    },
    Projector,
    TrailWatch,
  ],
  exports: [Projector, TrailWatch],
})
export class ProjectorModule {}
