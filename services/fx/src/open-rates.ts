import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';
import { BundledLegs } from './bundle/bundled-legs.js';
import { LegStore } from './leg.store.js';
import { Rates } from './rates.js';
import { QuarantineStore } from './refresh/quarantine.store.js';
import { RateImporter } from './refresh/rate-importer.js';
import { Refresher } from './refresh/refresher.js';
import { SourceFeed } from './refresh/source-feed.js';
import { SourceStatusStore } from './refresh/source-status.store.js';
import { rateSources, type RateUrls } from './sources/rate-sources.js';

export interface FxPorts {
  readonly documents: Connection;
  readonly clock: Clock;
  readonly rateUrls: RateUrls;
  /** In milliseconds; 2000 by default. */
  readonly queryDeadlineMs?: number;
}

export async function openRates({ documents, clock, rateUrls, queryDeadlineMs = 2000 }: FxPorts) {
  const stored = await LegStore.open(documents);
  const bundled = new BundledLegs();
  const quarantine = await QuarantineStore.open(documents);
  const { live, disabled } = rateSources(rateUrls, ({ from, to }) => stored.within('USD', from, to));
  const importer = new RateImporter(stored, bundled, quarantine, clock);
  const statuses = new SourceStatusStore(documents);
  const closing = new AbortController();
  const feeds = live.map((source) => new SourceFeed(source, importer, statuses, clock, closing.signal));
  const refresher = new Refresher(feeds, disabled, closing, queryDeadlineMs);
  return { stored, bundled, quarantine, refresher, rates: new Rates([stored, bundled], refresher, clock) };
}
