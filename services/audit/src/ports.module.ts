import { Module, type DynamicModule } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import { AUDIT_PORTS, BLOBS, DOCUMENTS, EVENT_STORE, type AuditPorts } from './ports.js';

/** The ports for all modules of the service. */
@Module({})
export class PortsModule {
  static with(ports: AuditPorts): DynamicModule {
    const { documents, eventStore, blobs, messages } = ports;
    const providers = [
      { provide: AUDIT_PORTS, useValue: ports },
      { provide: DOCUMENTS, useValue: documents },
      { provide: EVENT_STORE, useValue: eventStore },
      { provide: BLOBS, useValue: blobs },
      { provide: MessageClient, useValue: messages },
    ];
    return { module: PortsModule, global: true, providers, exports: providers };
  }
}
