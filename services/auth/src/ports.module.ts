import { Module, type DynamicModule } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import { PRODUCTION_COST } from './credentials/password-hasher.js';
import {
  CLOCK,
  DOCUMENTS,
  EVENT_STORE,
  FOUR_EYES,
  HASHING_COST,
  IDS,
  JWT_SECRET,
  RESET_CODE_SECRETS,
  SHARED_STORES,
  type AuthPorts,
} from './ports.js';

/** The ports for all modules of the service. */
@Module({})
export class PortsModule {
  static with(ports: AuthPorts): DynamicModule {
    const {
      jwtSecret,
      acceptedJwtSecret,
      hashingCost = PRODUCTION_COST,
      fourEyes = false,
      sharedStores = true,
    } = ports;
    const providers = [
      { provide: DOCUMENTS, useValue: ports.documents },
      { provide: EVENT_STORE, useValue: ports.eventStore },
      { provide: MessageClient, useValue: ports.messages },
      { provide: CLOCK, useValue: ports.clock },
      { provide: IDS, useValue: ports.ids },
      { provide: JWT_SECRET, useValue: jwtSecret },
      { provide: RESET_CODE_SECRETS, useValue: [jwtSecret, ...(acceptedJwtSecret ? [acceptedJwtSecret] : [])] },
      { provide: HASHING_COST, useValue: hashingCost },
      { provide: SHARED_STORES, useValue: sharedStores },
      { provide: FOUR_EYES, useValue: fourEyes },
    ];
    return { module: PortsModule, global: true, providers, exports: providers };
  }
}
