import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '@outlay/runtime';
import type { Connection } from 'mongoose';
import { BundledLegs } from './bundle/bundled-legs.js';
import { LegStore } from './leg.store.js';
import { RatesController } from './messages/rates.controller.js';
import { Rates } from './rates.js';

export interface FxPorts {
  /** The service's own database. */
  readonly documents: Connection;
  readonly clock: Clock;
}

/** Exchange rates: what a currency was worth on a day, who said so, and how far the answer can be trusted. */
@Module({})
export class FxModule {
  static with({ documents, clock }: FxPorts): DynamicModule {
    const stored = new LegStore(documents);
    const bundled = new BundledLegs();
    const rates = new Rates([stored, bundled], clock);
    return {
      module: FxModule,
      controllers: [RatesController],
      providers: [
        { provide: LegStore, useValue: stored },
        { provide: BundledLegs, useValue: bundled },
        { provide: Rates, useValue: rates },
      ],
    };
  }
}
