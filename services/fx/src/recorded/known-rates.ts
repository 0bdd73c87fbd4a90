import type { Decimal, IsoDate } from '@outlay/rules';

export interface KnownRate {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate;
  readonly rate: Decimal;
  readonly effectiveDate: IsoDate;
  readonly source: string;
}

const known = (from: string, to: string, date: IsoDate, rate: Decimal, effectiveDate: IsoDate, source: string) =>
  ({ from, to, date, rate, effectiveDate, source }) satisfies KnownRate;

export const KNOWN_RATES: readonly KnownRate[] = [
  known('EUR', 'USD', '2025-12-31', '1.175000', '2025-12-31', 'ECB'),
  known('USD', 'EUR', '2025-12-31', '0.851064', '2025-12-31', 'ECB'),
  known('GBP', 'EUR', '2026-03-20', '1.156899', '2026-03-20', 'ECB'),
  known('GBP', 'USD', '2026-03-20', '1.336796', '2026-03-20', 'ECB'),
  // The Saturday after Christmas has the rate of the 24th.
  known('EUR', 'ZAR', '2025-12-27', '19.609100', '2025-12-24', 'ECB'),
  // Easter Sunday has the rate of Maundy Thursday.
  known('EUR', 'USD', '2026-04-05', '1.152500', '2026-04-02', 'ECB'),
  known('XOF', 'EUR', '2026-02-07', '0.00152449', '2026-02-07', 'peg'),
  known('XAF', 'USD', '2026-03-18', '0.00175316', '2026-03-18', 'peg × ECB'),
  known('USD', 'KES', '2026-03-18', '129.500000', '2026-03-18', 'ECB × CBK'),
];

export const PUBLISHED = {
  ecb: [
    ['ZAR', '2025-12-24', '19.6091'],
    ['USD', '2025-12-31', '1.1750'],
    ['USD', '2026-03-18', '1.1500'],
    ['USD', '2026-03-20', '1.1555'],
    ['GBP', '2026-03-20', '0.86438'],
    ['USD', '2026-04-02', '1.1525'],
  ],
  /** Units per dollar, by provider. */
  centralBanks: { CBK: [['KES', '2026-03-18', '129.5']] },
  currencyApi: [],
} as const satisfies PublishedRates;

type Row = readonly [currency: string, date: IsoDate, value: string];

export interface PublishedRates {
  readonly ecb: readonly Row[];
  readonly centralBanks: Readonly<Record<string, readonly Row[]>>;
  /** Units per euro. */
  readonly currencyApi: readonly Row[];
}
