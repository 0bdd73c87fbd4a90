import { Module, type DynamicModule } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import { CLOCK, DOCUMENTS, EVENT_STORE, FOUR_EYES, IDS, type InvitesPorts } from './ports.js';

/** The ports of the service. */
@Module({})
export class PortsModule {
  static with({ documents, eventStore, messages, clock, ids, fourEyes = false }: InvitesPorts): DynamicModule {
    const providers = [
      { provide: DOCUMENTS, useValue: documents },
      { provide: EVENT_STORE, useValue: eventStore },
      { provide: MessageClient, useValue: messages },
      { provide: CLOCK, useValue: clock },
      { provide: IDS, useValue: ids },
      { provide: FOUR_EYES, useValue: fourEyes },
    ];
    return { module: PortsModule, global: true, providers, exports: providers };
  }
}
