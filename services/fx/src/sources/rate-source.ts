import type { IsoDate } from '@outlay/rules';

export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The value of a euro on a day as published; text, because it has not been validated. */
export interface PublishedValue {
  readonly currency: string;
  readonly date: IsoDate;
  readonly perEur: string;
}

export interface RateSource {
  /** Short and stable: identifies its status and its metrics. */
  readonly name: string;
  readonly label: string;
  readonly currencies: ReadonlySet<string>;
  firstDay(today: IsoDate): IsoDate;
  /** The newest day it should have published by now. */
  expectedDay(now: Date): IsoDate;
  /** @throws SourceFailure if the source cannot be read */
  fetch(period: Period, signal: AbortSignal): Promise<readonly PublishedValue[]>;
}
