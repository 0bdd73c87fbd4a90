import { Module, type DynamicModule } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import {
  CLOCK,
  DOCUMENTS,
  EVENT_STORE,
  IDS,
  PAST_EVENTS,
  RECEIPTS,
  SHARED_STORES,
  type ExpensesPorts,
} from './ports.js';

/** The ports for all modules of the service. */
@Module({})
export class PortsModule {
  static with(ports: ExpensesPorts): DynamicModule {
    const providers = [
      { provide: DOCUMENTS, useValue: ports.documents },
      { provide: EVENT_STORE, useValue: ports.eventStore },
      { provide: PAST_EVENTS, useValue: ports.pastEvents },
      { provide: MessageClient, useValue: ports.messages },
      { provide: RECEIPTS, useValue: ports.receipts },
      { provide: CLOCK, useValue: ports.clock },
      { provide: IDS, useValue: ports.ids },
      { provide: SHARED_STORES, useValue: ports.sharedStores ?? false },
    ];
    return { module: PortsModule, global: true, providers, exports: providers };
  }
}
