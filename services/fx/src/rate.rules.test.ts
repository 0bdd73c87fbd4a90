import type { OutlayError } from '@outlay/contracts';
import { compareDecimals, divideDecimals, isDecimal, multiplyDecimals, divideToRate } from '@outlay/rules';
import fc from 'fast-check';
import type { Leg, LegSource } from './leg.js';
import { parseRateQuery, resolveRate } from './rate.rules.js';

function table(rows: string): LegSource {
  const legs = rows
    .trim()
    .split('\n')
    .map((row): Leg => {
      const [quote = '', date = '', perEur = '', source = ''] = row.trim().split(' ');
      return { quote, date, perEur, source };
    })
    .sort((a, b) => b.date.localeCompare(a.date));
  return { newest: async (quote, day) => legs.find((leg) => leg.quote === quote && leg.date <= day) ?? null };
}

const published = table(`
  USD 2025-12-31 1.1750 ECB
  ZAR 2025-12-24 19.6091 ECB
  USD 2026-03-18 1.1500 ECB
  KES 2026-03-18 148.925 CBK
  USD 2026-03-20 1.1555 ECB
  GBP 2026-03-20 0.86438 ECB
  USD 2026-04-02 1.1525 ECB
  NGN 2026-04-02 1594.3817 CBN
  LBP 2026-04-02 103186.51 feed
  IRR 2026-04-02 1562098.626 feed
  KWD 2026-04-02 0.35071891 feed
  USD 2026-04-09 1.1600 ECB
  USD 2026-04-10 1.1610 ECB
  GHS 2026-04-09 12.90 feed
  GHS 2026-04-12 13.10 feed
  CHF 2026-04-10 0.9350 ECB
  MAD 2026-04-07 10.80 BAM
`);
const today = '2026-04-13';
const resolve = (from: string, to: string, date: string, sources = [published], now = today) =>
  resolveRate({ from, to, date }, now, sources);

describe('known rates', () => {
  it.each([
    ['EUR', 'USD', '2025-12-31', '1.175000', '2025-12-31', 'ECB'],
    ['USD', 'EUR', '2025-12-31', '0.851064', '2025-12-31', 'ECB'],
    ['GBP', 'EUR', '2026-03-20', '1.156899', '2026-03-20', 'ECB'],
    ['GBP', 'USD', '2026-03-20', '1.336796', '2026-03-20', 'ECB'],
    ['EUR', 'ZAR', '2025-12-27', '19.609100', '2025-12-24', 'ECB'],
    ['EUR', 'USD', '2026-04-05', '1.152500', '2026-04-02', 'ECB'],
    ['XOF', 'EUR', '2026-02-07', '0.00152449', '2026-02-07', 'peg'],
    ['XAF', 'USD', '2026-03-18', '0.00175316', '2026-03-18', 'peg × ECB'],
    ['USD', 'KES', '2026-03-18', '129.500000', '2026-03-18', 'ECB × CBK'],
  ])('%s→%s on %s is %s', async (from, to, date, rate, effectiveDate, source) => {
    await expect(resolve(from, to, date)).resolves.toMatchObject({
      rate,
      effectiveDate,
      source,
      stale: false,
      provisional: false,
    });
  });
});

describe('the effective day of a rate', () => {
  it('is the latest day that has both currencies', async () => {
    // The feed has Sunday the 12th, the central bank only Friday the 10th; both have Thursday the 9th.
    await expect(resolve('GHS', 'USD', '2026-04-12')).resolves.toMatchObject({
      rate: '0.0899225',
      effectiveDate: '2026-04-09',
    });
  });

  it('is never later than requested', async () => {
    await expect(resolve('EUR', 'CHF', '2026-04-09')).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
    await expect(resolve('EUR', 'USD', '2026-03-19')).resolves.toMatchObject({ effectiveDate: '2026-03-18' });
  });

  it('makes the rate stale after eight days but not after seven', async () => {
    await expect(resolve('EUR', 'NGN', '2026-04-09')).resolves.toMatchObject({ stale: false });
    await expect(resolve('EUR', 'NGN', '2026-04-10')).resolves.toMatchObject({
      stale: true,
      effectiveDate: '2026-04-02',
      provisional: false,
    });
  });

  it('may be of any age, and the rate is then stale', async () => {
    await expect(resolve('EUR', 'ZAR', '2026-11-20', [published], '2026-11-21')).resolves.toMatchObject({
      rate: '19.609100',
      effectiveDate: '2025-12-24',
      stale: true,
    });
  });

  it('may be any day for a pegged currency', async () => {
    await expect(resolve('EUR', 'XAF', '2026-04-11')).resolves.toMatchObject({ rate: '655.957000', stale: false });
    await expect(resolve('EUR', 'XOF', today, [])).resolves.toMatchObject({ effectiveDate: today, provisional: false });
  });

  it('does not exist if the two currencies share no day', async () => {
    await expect(resolve('MAD', 'CHF', today)).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
  });
});

describe('a rate of today', () => {
  it('is provisional before publication, with the rate of the previous day', async () => {
    await expect(resolve('EUR', 'USD', today)).resolves.toMatchObject({
      rate: '1.161000',
      effectiveDate: '2026-04-10',
      source: 'ECB',
      stale: false,
      provisional: true,
    });
  });

  it('is final once published', async () => {
    await expect(resolve('EUR', 'USD', '2026-04-10', [published], '2026-04-10')).resolves.toMatchObject({
      provisional: false,
    });
  });

  it('is final at a weekend, since nothing will be published', async () => {
    await expect(resolve('EUR', 'USD', '2026-04-11', [published], '2026-04-11')).resolves.toMatchObject({
      effectiveDate: '2026-04-10',
      provisional: false,
    });
  });

  it('is provisional for the next day in UTC', async () => {
    await expect(resolve('EUR', 'USD', '2026-04-14')).resolves.toMatchObject({ provisional: true });
  });

  it('is stale and provisional if the source has published nothing for more than a week', async () => {
    await expect(resolve('EUR', 'NGN', today)).resolves.toMatchObject({ stale: true, provisional: true });
  });
});

describe('the order of the sources', () => {
  const feed = table(`
    USD 2026-04-12 1.99 feed
    USD 2026-03-30 1.98 feed
    TND 2026-04-12 3.40 feed
  `);

  it('prefers the first source while it has a rate within a week', async () => {
    await expect(resolve('EUR', 'USD', '2026-04-12', [published, feed])).resolves.toMatchObject({
      rate: '1.161000',
      source: 'ECB',
    });
  });

  it('uses the next source if the first has nothing within a week', async () => {
    await expect(resolve('EUR', 'USD', '2026-03-31', [published, feed])).resolves.toMatchObject({
      rate: '1.980000',
      source: 'feed',
      stale: false,
    });
  });

  it('uses the newest rate of all if none has one within a week', async () => {
    await expect(resolve('EUR', 'USD', '2026-06-30', [published, feed], '2026-06-30')).resolves.toMatchObject({
      rate: '1.990000',
      effectiveDate: '2026-04-12',
      stale: true,
    });
  });

  it('takes both currencies from the next source instead of mixing days', async () => {
    await expect(resolve('TND', 'USD', '2026-04-12', [published, feed])).resolves.toMatchObject({
      rate: '0.585294',
      effectiveDate: '2026-04-12',
      source: 'feed',
    });
  });
});

describe('precision', () => {
  it('has at least six decimals and six significant digits', async () => {
    await expect(resolve('NGN', 'EUR', '2026-04-02')).resolves.toMatchObject({ rate: '0.000627202' });
    await expect(resolve('LBP', 'EUR', '2026-04-02')).resolves.toMatchObject({ rate: '0.00000969119' });
    await expect(resolve('IRR', 'KWD', '2026-04-02')).resolves.toMatchObject({ rate: '0.000000224518' });
    await expect(resolve('KWD', 'IRR', '2026-04-02')).resolves.toMatchObject({ rate: '4453990.308079' });
  });

  it('is one for identical currencies, without any source', async () => {
    await expect(resolve('KES', 'KES', today, [])).resolves.toEqual({
      rate: '1.000000',
      effectiveDate: today,
      source: 'identity',
      stale: false,
      provisional: false,
    });
  });

  const perEur = fc
    .tuple(fc.integer({ min: 100, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, places]) => multiplyDecimals(String(digits), divideDecimals('1', `1${'0'.repeat(places)}`, places)));

  it('keeps a rate times its inverse at one, within the rounding of both', () => {
    fc.assert(
      fc.property(perEur, perEur, (a, b) => {
        const there = divideToRate(b, a);
        const back = divideToRate(a, b);
        const product = multiplyDecimals(there, back);
        expect(compareDecimals(product, '0.99999')).toBe(1);
        expect(compareDecimals(product, '1.00001')).toBe(-1);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the rate within half a unit of its last decimal', () => {
    fc.assert(
      fc.property(perEur, perEur, (a, b) => {
        const rate = divideToRate(b, a);
        const places = rate.split('.')[1]?.length ?? 0;
        expect(isDecimal(rate)).toBe(true);
        expect(places).toBeGreaterThanOrEqual(6);
        expect(rate.replace('.', '').replace(/^0+/, '').length).toBeGreaterThanOrEqual(6);
        // 2·|rate·a − b| ≤ a·10^−places, in whole numbers.
        const unit = 10n ** 20n;
        const exact = (text: string) => {
          const [whole = '0', fraction = ''] = text.split('.');
          return BigInt(whole + fraction.padEnd(20, '0'));
        };
        const error = exact(rate) * exact(a) - exact(b) * unit;
        const bound = exact(a) * 10n ** BigInt(20 - places);
        expect(2n * (error < 0n ? -error : error) <= bound).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a query', () => {
  const parse = (from: string, to: string, date: string) => () => parseRateQuery({ from, to, date }, today);
  const invalid = (field: string, message: string): Partial<OutlayError> => ({
    code: 'INVALID_INPUT',
    message,
    details: [{ field, message }],
  });
  const badCode = 'Please enter a valid 3-letter currency code (e.g., USD, EUR)';

  it.each(['', 'US', 'USDT', '12A', 'OTHER', 'GHC', 'BTC', '../', '€UR'])('rejects %p as a currency', (code) => {
    expect(parse(code, 'EUR', today)).toThrow(expect.objectContaining(invalid('from', badCode)));
    expect(parse('EUR', code, today)).toThrow(expect.objectContaining(invalid('to', badCode)));
  });

  it('takes a currency until its last day', () => {
    const ended = 'BGN ended on 2025-12-31. Please check the currency and the date.';
    expect(parseRateQuery({ from: 'BGN', to: 'EUR', date: '2025-12-31' }, today).from).toBe('BGN');
    expect(parse('BGN', 'EUR', '2026-01-01')).toThrow(expect.objectContaining(invalid('from', ended)));
  });

  it('normalises codes', () => {
    expect(parseRateQuery({ from: ' usd ', to: 'eur', date: today }, today)).toEqual({
      from: 'USD',
      to: 'EUR',
      date: today,
    });
  });

  it.each(['2026-02-29', '2026-4-1', '13/04/2026', '', 'today'])('rejects %p as a date', (date) => {
    expect(parse('USD', 'EUR', date)).toThrow(
      expect.objectContaining(invalid('date', 'Please enter a valid date (YYYY-MM-DD).')),
    );
  });

  it('accepts tomorrow, which has begun east of UTC, and rejects the day after', () => {
    expect(parse('USD', 'EUR', '2026-04-14')).not.toThrow();
    expect(parse('USD', 'EUR', '2026-04-15')).toThrow(
      expect.objectContaining(invalid('date', 'Future dates are not allowed.')),
    );
  });

  it('accepts days up to thirteen months ago', () => {
    expect(parse('USD', 'EUR', '2025-03-13')).not.toThrow();
    expect(parse('USD', 'EUR', '2025-03-12')).toThrow(
      expect.objectContaining(
        invalid('date', 'Exchange rates are kept for 13 months. Please select a more recent date.'),
      ),
    );
  });

  it('is rejected with the currency that no source has', async () => {
    await expect(resolve('EUR', 'ERN', '2026-04-10')).rejects.toMatchObject({
      code: 'RATE_NOT_AVAILABLE',
      message: 'No exchange rate is available for ERN on 2026-04-10.',
    });
    await expect(resolve('USD', 'ERN', '2026-04-10')).rejects.toMatchObject({
      message: 'No exchange rate is available for ERN on 2026-04-10.',
    });
    await expect(resolve('ERN', 'USD', '2026-04-10')).rejects.toMatchObject({
      message: 'No exchange rate is available for ERN on 2026-04-10.',
    });
  });
});
