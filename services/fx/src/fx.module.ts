import { Module, type DynamicModule } from '@nestjs/common';
import { BundledLegs } from './bundle/bundled-legs.js';
import { LegStore } from './leg.store.js';
import { RatesController } from './messages/rates.controller.js';
import { openRates, type FxPorts } from './open-rates.js';
import { Rates } from './rates.js';
import { Refresher } from './refresh/refresher.js';
import { RefusedRatesStore } from './refresh/refused-rates.store.js';

/** Exchange rates: what a currency was worth on a day, who said so, and how far the answer can be trusted. */
@Module({})
export class FxModule {
  static with(ports: FxPorts): DynamicModule {
    const { stored, bundled, refused, refresher, rates } = openRates(ports);
    return {
      module: FxModule,
      controllers: [RatesController],
      providers: [
        { provide: LegStore, useValue: stored },
        { provide: BundledLegs, useValue: bundled },
        { provide: RefusedRatesStore, useValue: refused },
        { provide: Refresher, useValue: refresher },
        { provide: Rates, useValue: rates },
      ],
    };
  }
}
