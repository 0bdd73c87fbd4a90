import { Module, type DynamicModule } from '@nestjs/common';
import type { EventStore } from '@outlay/event-store';
import type { Clock } from '@outlay/time';
import { ClaimsModule } from './claims.module.js';
import { DescribedStreamsController } from './messages/described-streams.controller.js';
import { ProjectionStateController } from './messages/projection-state.controller.js';
import { PaymentsModule } from './payments.module.js';
import { CLOCK, EVENT_STORE, type ExpensesPorts } from './ports.js';
import { PortsModule } from './ports.module.js';
import { CheckpointStore } from './projections/checkpoint.store.js';
import { QuarantineStore } from './projections/quarantine.store.js';
import { TrailWatch } from './projections/trail-watch.js';
import { ProjectorModule } from './projector.module.js';
import { ReadModelsModule } from './read-models.module.js';
import { StreamsModule } from './streams.module.js';

@Module({
  imports: [ReadModelsModule, StreamsModule, ClaimsModule, PaymentsModule, ProjectorModule],
  controllers: [DescribedStreamsController, ProjectionStateController],
  providers: [
    {
      provide: TrailWatch,
      inject: [EVENT_STORE, CheckpointStore, QuarantineStore, CLOCK],
      useFactory: (events: EventStore, checkpoint: CheckpointStore, quarantined: QuarantineStore, clock: Clock) =>
        new TrailWatch(events, checkpoint, quarantined, clock),
    },
  ],
})
export class ExpensesModule {
  static with(ports: ExpensesPorts): DynamicModule {
    return { module: ExpensesModule, imports: [PortsModule.with(ports)] };
  }
}
