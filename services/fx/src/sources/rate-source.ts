import type { IsoDate } from '@outlay/rules';

/** The days asked for, both included. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** What a source says a euro was worth on a day. Text that need not be a rate: it is screened before it counts. */
export interface PublishedValue {
  readonly currency: string;
  readonly date: IsoDate;
  readonly perEur: string;
}

/** Somebody who publishes rates, behind the protocol they publish them with. */
export interface RateSource {
  /** Short and stable: the key of its status and the label of its metrics. */
  readonly name: string;
  /** What a rate says it is from. */
  readonly label: string;
  /** What is taken from this source and from no other. */
  readonly currencies: ReadonlySet<string>;
  /** The first day it is asked for when nothing of it is there yet. */
  firstDay(today: IsoDate): IsoDate;
  /** The newest day it should have published by now. */
  expectedDay(now: Date): IsoDate;
  /** What it has for a period, and nothing else. Throws `SourceFailure`. */
  fetch(period: Period, signal: AbortSignal): Promise<readonly PublishedValue[]>;
}
