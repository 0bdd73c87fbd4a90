import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '@outlay/runtime';
import type { Connection } from 'mongoose';
import { BundledLegs } from './bundle/bundled-legs.js';
import { LegStore } from './leg.store.js';
import { RatesController } from './messages/rates.controller.js';
import { Rates } from './rates.js';
import { Intake } from './refresh/intake.js';
import { Refresher } from './refresh/refresher.js';
import { RefusedRatesStore } from './refresh/refused-rates.store.js';
import { SourceFeed } from './refresh/source-feed.js';
import { SourceStatusStore } from './refresh/source-status.store.js';
import { rateSources, type RateUrls } from './sources/rate-sources.js';

export interface FxPorts {
  /** The service's own database. */
  readonly documents: Connection;
  readonly clock: Clock;
  readonly rateUrls: RateUrls;
}

/** Exchange rates: what a currency was worth on a day, who said so, and how far the answer can be trusted. */
@Module({})
export class FxModule {
  static with({ documents, clock, rateUrls }: FxPorts): DynamicModule {
    const stored = new LegStore(documents);
    const bundled = new BundledLegs();
    const refused = new RefusedRatesStore(documents);
    const { live, off } = rateSources(rateUrls, ({ from, to }) => stored.within('USD', from, to));
    const intake = new Intake(stored, bundled, refused, clock);
    const statuses = new SourceStatusStore(documents);
    const closing = new AbortController();
    const feeds = live.map((source) => new SourceFeed(source, intake, statuses, clock, closing.signal));
    const refresher = new Refresher(feeds, off, closing);
    return {
      module: FxModule,
      controllers: [RatesController],
      providers: [
        { provide: LegStore, useValue: stored },
        { provide: BundledLegs, useValue: bundled },
        { provide: RefusedRatesStore, useValue: refused },
        { provide: Refresher, useValue: refresher },
        { provide: Rates, useValue: new Rates([stored, bundled], refresher, clock) },
      ],
    };
  }
}
