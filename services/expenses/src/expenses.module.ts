import { Module, type DynamicModule } from '@nestjs/common';
import { ClaimsModule } from './claims.module.js';
import { DescribedStreamsController } from './messages/described-streams.controller.js';
import { ProjectionStateController } from './messages/projection-state.controller.js';
import { PaymentsModule } from './payments.module.js';
import type { ExpensesPorts } from './ports.js';
import { PortsModule } from './ports.module.js';
import { ProjectorModule } from './projector.module.js';
import { ReadModelsModule } from './read-models.module.js';
import { StreamsModule } from './streams.module.js';

@Module({
  imports: [ReadModelsModule, StreamsModule, ClaimsModule, PaymentsModule, ProjectorModule],
  controllers: [DescribedStreamsController, ProjectionStateController],
})
export class ExpensesModule {
  static with(ports: ExpensesPorts): DynamicModule {
    return { module: ExpensesModule, imports: [PortsModule.with(ports)] };
  }
}
