import { Module, type DynamicModule } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import {
  BLOBS,
  CLOCK,
  DOCUMENTS,
  EVENT_STORE,
  IDS,
  SECRETS,
  SHARED_STORES,
  VERIFY,
  WITNESSES,
  type AuditPorts,
} from './ports.js';

/** The ports for all modules of the service. */
@Module({})
export class PortsModule {
  static with(ports: AuditPorts): DynamicModule {
    const providers = [
      { provide: DOCUMENTS, useValue: ports.documents },
      { provide: EVENT_STORE, useValue: ports.eventStore },
      { provide: BLOBS, useValue: ports.blobs },
      { provide: MessageClient, useValue: ports.messages },
      { provide: SECRETS, useValue: ports.secrets },
      { provide: WITNESSES, useValue: ports.witnesses },
      { provide: VERIFY, useValue: ports.verify },
      { provide: CLOCK, useValue: ports.clock },
      { provide: IDS, useValue: ports.ids },
      { provide: SHARED_STORES, useValue: ports.sharedStores ?? false },
    ];
    return { module: PortsModule, global: true, providers, exports: providers };
  }
}
