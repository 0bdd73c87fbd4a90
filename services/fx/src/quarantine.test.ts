import { LegStore } from './leg.store.js';
import type { PublishedRates } from './recorded/known-rates.js';
import { startRecordedSources, type RecordedSources } from './recorded/recorded-sources.js';
import { APRIL, FRIDAY, merge } from './testing/april-rates.js';
import { runFx, type RunningFx } from './testing/running-fx.js';

let sources: RecordedSources;
let fx: RunningFx;
const start = async (published: PublishedRates, at = FRIDAY) => {
  sources = await startRecordedSources(published);
  fx = await runFx(sources.urls, at);
};

afterEach(async () => {
  await fx.close();
  await sources.close();
});

describe('an implausible value', () => {
  const WRONG = ['0', '-1', '1e9', '1e-9', '1e308'];

  it.each(WRONG)('%s of every source is neither stored nor served, but reported with the reason', async (wrong) => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    const before = await Promise.all(['USD', 'KES', 'GHS'].map((code) => fx.resolve(code, 'EUR', '2026-04-10')));
    sources.publish({
      ecb: [
        ['USD', '2026-04-13', wrong],
        ['USD', '2026-04-14', wrong],
      ],
      centralBanks: {
        CBK: [
          ['KES', '2026-04-10', wrong],
          ['KES', '2026-04-13', wrong],
        ],
      },
      currencyApi: [
        ['GHS', '2026-04-11', wrong],
        ['GHS', '2026-04-12', wrong],
        ['GHS', '2026-04-13', wrong],
      ],
    });
    await fx.refreshAt('2026-04-14T15:00:00Z');
    const { refused } = await fx.describe();
    expect(new Set(refused.map(({ currency, source }) => `${currency} ${source}`))).toEqual(
      new Set(['USD ecb', 'KES cbk', 'GHS currency-api']),
    );
    expect(refused.every(({ reason }) => reason === 'not_a_rate' || reason === 'impossible')).toBe(true);
    const legs = fx.app.get(LegStore);
    for (const [index, code] of ['USD', 'KES', 'GHS'].entries()) {
      await expect(fx.resolve(code, 'EUR', '2026-04-14')).resolves.toMatchObject({ rate: before[index]?.rate });
      expect((await legs.newest(code, '2026-04-14'))?.date).toBe(before[index]?.effectiveDate);
    }
  });

  it('of the first fetch is compared with the bundled table', async () => {
    await start({
      ecb: [
        ['USD', '2026-04-09', '116'],
        ['USD', '2026-04-10', '116.1'],
        ['CHF', '2026-04-10', '0.9350'],
      ],
      centralBanks: {},
      currencyApi: [],
    });
    await fx.refreshAt(FRIDAY);
    await expect(fx.app.get(LegStore).newest('USD', '2026-04-10')).resolves.toBeNull();
    await expect(fx.resolve('CHF', 'EUR', '2026-04-10')).resolves.toMatchObject({ source: 'ECB' });
    expect((await fx.describe()).refused).toEqual([
      expect.objectContaining({ currency: 'USD', date: '2026-04-10', value: '116.1', reason: 'impossible' }),
      expect.objectContaining({ currency: 'USD', date: '2026-04-09', value: '116', reason: 'impossible' }),
    ]);
  });

  it('that may be a devaluation is stored once the next day confirms it', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    const devalued = merge(APRIL, { currencyApi: [['GHS', '2026-04-11', '18']] });
    sources.publish(devalued);
    await fx.refreshAt('2026-04-12T15:00:00Z');
    await expect(fx.resolve('EUR', 'GHS', '2026-04-12')).resolves.toMatchObject({ rate: '12.900000' });
    expect((await fx.describe()).refused).toEqual([
      {
        currency: 'GHS',
        date: '2026-04-11',
        value: '18',
        reference: '12.9',
        source: 'currency-api',
        reason: 'unconfirmed',
        refusedAt: '2026-04-12T15:00:00.000Z',
      },
    ]);
    sources.publish(merge(devalued, { currencyApi: [['GHS', '2026-04-12', '18.2']] }));
    await fx.refreshAt('2026-04-13T00:30:00Z');
    await expect(fx.resolve('EUR', 'GHS', '2026-04-11')).resolves.toMatchObject({ rate: '18.000000' });
    await expect(fx.resolve('EUR', 'GHS', '2026-04-12')).resolves.toMatchObject({ rate: '18.200000' });
    expect((await fx.describe()).refused).toEqual([]);
  });
});
