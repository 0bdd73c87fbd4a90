import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';
import type { RateUrls } from './sources/rate-sources.js';

export interface FxPorts {
  readonly documents: Connection;
  readonly clock: Clock;
  readonly rateUrls: RateUrls;
  /** In milliseconds; 2000 by default. */
  readonly queryDeadlineMs?: number;
}

export const DOCUMENTS = Symbol('Connection');
export const CLOCK = Symbol('Clock');
export const RATE_URLS = Symbol('RateUrls');
export const QUERY_DEADLINE_MS = Symbol('The longest that a query waits for sources');
