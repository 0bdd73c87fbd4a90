import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';
import { BundledLegs } from './bundle/bundled-legs.js';
import { LegStore } from './leg.store.js';
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

/** Everything that rates are made of, over its ports; no source is asked before the refresher is told to. */
export function openRates({ documents, clock, rateUrls }: FxPorts) {
  const stored = new LegStore(documents);
  const bundled = new BundledLegs();
  const refused = new RefusedRatesStore(documents);
  const { live, off } = rateSources(rateUrls, ({ from, to }) => stored.within('USD', from, to));
  const intake = new Intake(stored, bundled, refused, clock);
  const statuses = new SourceStatusStore(documents);
  const closing = new AbortController();
  const feeds = live.map((source) => new SourceFeed(source, intake, statuses, clock, closing.signal));
  const refresher = new Refresher(feeds, off, closing);
  return { stored, bundled, refused, refresher, rates: new Rates([stored, bundled], refresher, clock) };
}
