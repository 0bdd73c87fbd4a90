import { compareDecimals, isIsoCurrency, isIsoDate, ISO_4217, parseRate } from '@outlay/rules';
import { BundledLegs, readBundle } from './bundled-legs.js';

describe('the bundled table', () => {
  it('names its source and its licence', async () => {
    await expect(readBundle()).resolves.toMatchObject({
      source: '@fawazahmed0/currency-api',
      licence: 'CC0-1.0',
    });
  });

  it('has distinct valid days in ascending order', async () => {
    const { dates } = await readBundle();
    expect(dates.length).toBeGreaterThan(100);
    expect(dates.every(isIsoDate)).toBe(true);
    expect(dates).toEqual([...new Set(dates)].sort());
  });

  it('has nearly all currencies of ISO 4217, no others, and none with a constant value', async () => {
    const codes = Object.keys((await readBundle()).perEur);
    expect(codes.filter((code) => !isIsoCurrency(code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(ISO_4217.size * 0.95);
    expect(codes).toEqual(expect.arrayContaining(['USD', 'KES', 'NGN', 'ZAR', 'GHS', 'CHF', 'GBP', 'MAD', 'EGP']));
    expect(codes.filter((code) => ['EUR', 'XOF', 'XAF'].includes(code))).toEqual([]);
  });

  it('has a rate of at most ten digits or null for every day', async () => {
    const { dates, perEur } = await readBundle();
    const isValid = (value: string) =>
      parseRate(value) === value && value.replace('.', '').replace(/^0+/, '').length <= 10;
    for (const values of Object.values(perEur)) {
      expect(values).toHaveLength(dates.length);
      expect(values.filter((value) => value !== null && !isValid(value))).toEqual([]);
    }
  });

  it('keeps a pegged currency near its peg', async () => {
    const { perEur } = await readBundle();
    for (const value of perEur.BAM?.filter((each) => each !== null) ?? ['0']) {
      expect(compareDecimals(value, '1.93')).toBe(1);
      expect(compareDecimals(value, '1.98')).toBe(-1);
    }
  });
});

describe('bundled legs', () => {
  const bundle = {
    source: 'test',
    licence: 'none',
    builtAt: '2026-01-07T03:00:00.000Z',
    dates: ['2026-01-02', '2026-01-05', '2026-01-06'],
    perEur: { USD: ['1.1', '1.2', null] },
  };
  const legs = new BundledLegs(async () => bundle);

  it('return the newest value on or before the day', async () => {
    await expect(legs.newest('USD', '2026-01-05')).resolves.toMatchObject({ date: '2026-01-05', perEur: '1.2' });
    await expect(legs.newest('USD', '2026-01-04')).resolves.toMatchObject({ date: '2026-01-02', perEur: '1.1' });
  });

  it('skip a day without a value', async () => {
    await expect(legs.newest('USD', '2026-11-20')).resolves.toMatchObject({ date: '2026-01-05' });
  });

  it('describe the table and its newest day', async () => {
    const { source, licence, builtAt } = bundle;
    await expect(legs.describe()).resolves.toEqual({ source, licence, builtAt, newestDate: '2026-01-06' });
  });

  it('have nothing before the first day or for an unknown currency', async () => {
    await expect(legs.newest('USD', '2026-01-01')).resolves.toBeNull();
    await expect(legs.newest('KES', '2026-01-05')).resolves.toBeNull();
    await expect(legs.newest('constructor', '2026-01-05')).resolves.toBeNull();
  });

  it('are read once, on the first query', async () => {
    let reads = 0;
    const lazy = new BundledLegs(async () => {
      reads += 1;
      return bundle;
    });
    expect(reads).toBe(0);
    await Promise.all([lazy.newest('USD', '2026-01-05'), lazy.newest('USD', '2026-01-06')]);
    expect(reads).toBe(1);
  });
});
