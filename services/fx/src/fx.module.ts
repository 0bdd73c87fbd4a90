import { Module, type DynamicModule } from '@nestjs/common';
import { BundledLegs } from './bundle/bundled-legs.js';
import { LegStore } from './leg.store.js';
import { RatesController } from './messages/rates.controller.js';
import { openRates, type FxPorts } from './open-rates.js';
import { Rates } from './rates.js';
import { QuarantineStore } from './refresh/quarantine.store.js';
import { Refresher } from './refresh/refresher.js';

@Module({})
export class FxModule {
  static async with(ports: FxPorts): Promise<DynamicModule> {
    const { stored, bundled, quarantine, refresher, rates } = await openRates(ports);
    return {
      module: FxModule,
      controllers: [RatesController],
      providers: [
        { provide: LegStore, useValue: stored },
        { provide: BundledLegs, useValue: bundled },
        { provide: QuarantineStore, useValue: quarantine },
        { provide: Refresher, useValue: refresher },
        { provide: Rates, useValue: rates },
      ],
    };
  }
}
