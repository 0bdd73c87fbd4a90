import type { IsoDate } from '@outlay/rules';

export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Text, because it has not been validated. */
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
  expectedDay(now: Date): IsoDate;
  fetch(period: Period, signal: AbortSignal): Promise<readonly PublishedValue[]>;
}
