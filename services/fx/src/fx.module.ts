import { Module, type DynamicModule } from '@nestjs/common';
import { BundledLegs } from './bundle/bundled-legs.js';
import { LEG_SOURCES } from './leg.js';
import { LegStore } from './leg.store.js';
import { RatesController } from './messages/rates.controller.js';
import { CLOCK, DOCUMENTS, QUERY_DEADLINE_MS, RATE_URLS, type FxPorts } from './ports.js';
import { PortsModule } from './ports.module.js';
import { Rates } from './rates.js';
import { QuarantineStore } from './refresh/quarantine.store.js';
import { RateImporter } from './refresh/rate-importer.js';
import { Refresher } from './refresh/refresher.js';
import { SourceStatusStore } from './refresh/source-status.store.js';

@Module({
  controllers: [RatesController],
  providers: [
    { provide: LegStore, inject: [DOCUMENTS], useFactory: LegStore.open },
    { provide: BundledLegs, useFactory: () => new BundledLegs() },
    { provide: LEG_SOURCES, inject: [LegStore, BundledLegs], useFactory: (...sources: unknown[]) => sources },
    { provide: QuarantineStore, inject: [DOCUMENTS], useFactory: QuarantineStore.open },
    SourceStatusStore,
    RateImporter,
    {
      provide: Refresher,
      inject: [RATE_URLS, LegStore, RateImporter, SourceStatusStore, CLOCK, QUERY_DEADLINE_MS],
      useFactory: Refresher.ofSources,
    },
    Rates,
  ],
})
export class FxModule {
  static with(ports: FxPorts): DynamicModule {
    return { module: FxModule, imports: [PortsModule.with(ports)] };
  }
}
