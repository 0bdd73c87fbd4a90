import { describe, expect, test } from '@jest/globals';
import { formatDate, formatMoney, formatRate, formatShortDate } from './format';
import { formatRateSource } from './rate-source';

describe('formats', () => {
  test.each([
    [1234.5, 'EUR', '1,234.50 EUR'],
    [0, 'USD', '0.00 USD'],
    [12, null, '12.00'],
    [null, 'EUR', '–'],
  ])('money %p %p is %p', (amount, currency, text) => expect(formatMoney(amount, currency)).toBe(text));

  test.each([
    [0.9, 250, '0.9000'],
    [0.00725, 4, '0.0073'],
    [0.00725, null, '0.0073'],
    [0.00152449, 20, '0.0015'],
    [0.00152449, 20_650, '0.0015245'],
    ['0.00152449', '1000000.00', '0.00152449'],
    [1234.5, 1, '1234.5000'],
    [null, 250, 'N/A'],
  ])('rate %p is %p for the amount %p', (rate, amount, text) => expect(formatRate(rate, amount)).toBe(text));

  test.each([
    ['2026-03-05', '5 Mar 2026', '05/03/26'],
    ['2026-03-05T23:59:00.000Z', '5 Mar 2026', '05/03/26'],
    ['nonsense', '–', '–'],
    [null, '–', '–'],
  ])('day %p is %p, or short %p', (date, long, short) => {
    expect(formatDate(date)).toBe(long);
    expect(formatShortDate(date)).toBe(short);
  });

  test.each([
    ['ecb', 'European Central Bank'],
    ['ECB', 'European Central Bank'],
    ['identity', 'same currency'],
    ['peg × ECB', 'fixed peg × European Central Bank'],
    ['CBK × cbn', 'Central Bank of Kenya × Central Bank of Nigeria'],
    ['bam × CBE', 'Bank Al-Maghrib × Central Bank of Egypt'],
    ['currency-api (bundled)', 'currency-api (bundled table)'],
    ['currency-api × Another Bank', 'currency-api × Another Bank'],
  ])('rate source %p is %p', (source, text) => expect(formatRateSource(source)).toBe(text));
});
