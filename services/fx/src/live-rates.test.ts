import { metrics } from '@outlay/telemetry';
import { LegStore } from './leg.store.js';
import { KNOWN_RATES, PUBLISHED, type PublishedRates } from './recorded/known-rates.js';
import { startRecordedSources, type RecordedSources } from './recorded/recorded-sources.js';
import { NO_SOURCES, runFx, type RunningFx } from './testing/running-fx.js';

const NOTHING: PublishedRates = { ecb: [], centralBanks: {}, currencyApi: [] };
/** A Friday, after the ECB's fix. */
const FRIDAY = '2026-04-10T15:00:00Z';
const APRIL: PublishedRates = {
  ecb: [
    ['USD', '2026-04-08', '1.1580'],
    ['USD', '2026-04-09', '1.1600'],
    ['USD', '2026-04-10', '1.1610'],
    ['CHF', '2026-04-09', '0.9340'],
    ['CHF', '2026-04-10', '0.9350'],
  ],
  centralBanks: {
    CBK: [
      ['KES', '2026-04-08', '129.3'],
      ['KES', '2026-04-09', '129.4'],
    ],
  },
  currencyApi: [
    ['GHS', '2026-04-09', '12.8'],
    ['GHS', '2026-04-10', '12.9'],
  ],
};
const with1 = (rates: PublishedRates, more: Partial<PublishedRates>): PublishedRates => ({
  ecb: [...rates.ecb, ...(more.ecb ?? [])],
  centralBanks: { ...rates.centralBanks, ...more.centralBanks },
  currencyApi: [...rates.currencyApi, ...(more.currencyApi ?? [])],
});

let sources: RecordedSources;
let fx: RunningFx;
const start = async (published: PublishedRates, at = FRIDAY) => {
  sources = await startRecordedSources(published);
  fx = await runFx(sources.urls, at);
};
const stateOf = async (name: string) => (await fx.describe()).sources.find((source) => source.name === name);
const asked = (path: string) => sources.requests.filter((request) => request.startsWith(path)).length;

afterEach(async () => {
  await fx.close();
  await sources.close();
});

describe('rates with live sources', () => {
  it('are the known ones, each through the protocol of its source', async () => {
    await start(PUBLISHED, '2026-04-13T09:00:00Z');
    for (const { from, to, date, ...known } of KNOWN_RATES) {
      await expect(fx.ask(from, to, date)).resolves.toMatchObject({ ...known, stale: false });
    }
  });

  it('are there for the very first question, which waits for the sources', async () => {
    await start(APRIL);
    await expect(fx.ask('USD', 'EUR', '2026-04-10')).resolves.toMatchObject({ rate: '0.861326', source: 'ECB' });
  });

  it('cross both halves of one day, and say who they are from', async () => {
    await start(APRIL);
    await expect(fx.ask('GHS', 'KES', '2026-04-10')).resolves.toMatchObject({
      effectiveDate: '2026-04-09',
      source: 'currency-api × CBK × ECB',
      rate: '11.726875',
    });
  });

  it('of today before the fix are the day’s before, provisionally, and the fix’s once it is there', async () => {
    await start(APRIL, '2026-04-13T09:00:00Z');
    await expect(fx.ask('USD', 'EUR', '2026-04-13')).resolves.toMatchObject({
      effectiveDate: '2026-04-10',
      provisional: true,
      stale: false,
    });
    sources.publish(with1(APRIL, { ecb: [['USD', '2026-04-13', '1.1650']] }));
    await fx.refreshAt('2026-04-13T14:06:00Z');
    await expect(fx.ask('USD', 'EUR', '2026-04-13')).resolves.toMatchObject({
      effectiveDate: '2026-04-13',
      provisional: false,
    });
  });

  it('never are a later day’s', async () => {
    await start(APRIL);
    await expect(fx.ask('USD', 'EUR', '2026-04-09')).resolves.toMatchObject({ effectiveDate: '2026-04-09' });
    await expect(fx.ask('CHF', 'EUR', '2026-04-08')).resolves.toMatchObject({
      effectiveDate: expect.stringMatching(/^2026-04-0[1-8]$/),
    });
  });

  it('stay as they were first published', async () => {
    await start(APRIL);
    const before = await fx.ask('USD', 'EUR', '2026-04-10');
    sources.publish({ ...APRIL, ecb: [['USD', '2026-04-10', '1.2000']] });
    await fx.refreshAt('2026-04-13T15:00:00Z');
    await expect(fx.ask('USD', 'EUR', '2026-04-10')).resolves.toEqual(before);
  });

  it('are the bundled table’s, and stale, where no source answers', async () => {
    sources = await startRecordedSources(NOTHING);
    sources.fail('drop');
    fx = await runFx(sources.urls, '2026-11-20T09:00:00Z');
    await expect(fx.ask('USD', 'EUR', '2026-11-20')).resolves.toMatchObject({
      source: 'currency-api (bundled)',
      effectiveDate: '2026-09-29',
      stale: true,
    });
  });

  it('that no source has are not available; while a source is down, they are not at the moment', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    // The bundled table has no pound of Syria, and no source of ours is asked for it.
    await expect(fx.ask('SYP', 'EUR', '2026-04-10')).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
    // Before the bundled table begins.
    await expect(fx.ask('GHS', 'EUR', '2025-09-24')).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
    sources.fail('500');
    await expect(fx.ask('GHS', 'EUR', '2025-09-25')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Exchange rates are not available at the moment. Please try again in a moment.',
    });
    sources.fail(null);
    sources.publish(with1(APRIL, { currencyApi: [['GHS', '2025-09-25', '12.2']] }));
    await expect(fx.ask('GHS', 'EUR', '2025-09-25')).resolves.toMatchObject({ effectiveDate: '2025-09-25' });
  });
});

describe('a source', () => {
  it('is asked for all that may be needed at first, and then for what is new', async () => {
    await start(APRIL);
    await fx.refreshAt('2026-04-13T14:06:00Z');
    const periods = sources.requests
      .filter((request) => request.startsWith('/ecb'))
      .map((request) => /startPeriod=([^&]+)&endPeriod=([^&]+)/.exec(request)?.slice(1));
    expect(periods).toEqual([
      ['2025-02-10', '2026-04-10'],
      ['2026-03-25', '2026-04-13'],
    ]);
  });

  it('is left alone while it has what is expected of it', async () => {
    await start(APRIL);
    await fx.refreshAt('2026-04-12T23:00:00Z');
    expect(asked('/ecb')).toBe(1);
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current', newestDate: '2026-04-10', failure: null });
  });

  it('that is late is asked again after half an hour, until the day is there', async () => {
    await start(APRIL);
    await fx.refreshAt('2026-04-13T14:06:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'late' });
    await fx.refreshAt('2026-04-13T14:30:00Z');
    expect(asked('/ecb')).toBe(2);
    sources.publish(with1(APRIL, { ecb: [['USD', '2026-04-13', '1.1650']] }));
    await fx.refreshAt('2026-04-13T14:36:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current', newestDate: '2026-04-13' });
  });

  it('that fails is asked again after ten minutes, says why, and is missed by nobody', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    sources.fail('500', '/ecb');
    await fx.refreshAt('2026-04-13T14:06:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'failing', failure: 'answered 500' });
    await expect(fx.ask('USD', 'EUR', '2026-04-13')).resolves.toMatchObject({ effectiveDate: '2026-04-10' });
    await fx.refreshAt('2026-04-13T14:15:00Z');
    expect(asked('/ecb')).toBe(2);
    sources.fail(null);
    sources.publish(with1(APRIL, { ecb: [['USD', '2026-04-13', '1.1650']] }));
    await fx.refreshAt('2026-04-13T14:17:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current', failure: null });
  });

  it('fails by itself: a bank that is down takes no other along', async () => {
    sources = await startRecordedSources(APRIL);
    sources.fail('garbage', '/banks');
    fx = await runFx(sources.urls, FRIDAY);
    await fx.refreshAt(FRIDAY);
    await expect(stateOf('cbk')).resolves.toMatchObject({ state: 'failing' });
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current' });
    await expect(stateOf('currency-api')).resolves.toMatchObject({ state: 'current' });
  });

  it('that does not answer holds nobody up for more than two seconds', async () => {
    sources = await startRecordedSources(APRIL);
    sources.fail('hang');
    fx = await runFx(sources.urls, '2026-10-01T09:00:00Z');
    const began = performance.now();
    await expect(fx.ask('USD', 'EUR', '2026-10-01')).resolves.toMatchObject({ source: 'currency-api (bundled)' });
    // Half its own deadline: what would be waited for without a limit of the question's own.
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it('is asked by one of several instances', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    const second = await fx.another(sources.urls);
    const third = await fx.another(sources.urls);
    await Promise.all([second.refreshAt('2026-04-13T14:06:00Z'), third.refreshAt('2026-04-13T14:06:00Z')]);
    expect(asked('/ecb')).toBe(2);
    await second.close();
    await third.close();
  });

  it('that is not configured is off, and nobody asks it', async () => {
    sources = await startRecordedSources(APRIL);
    fx = await runFx({ ...NO_SOURCES, ecb: sources.urls.ecb }, FRIDAY);
    await fx.refreshAt(FRIDAY);
    expect((await fx.describe()).sources.map(({ name, state }) => [name, state])).toEqual([
      ['ecb', 'current'],
      ['cbk', 'off'],
      ['cbn', 'off'],
      ['bam', 'off'],
      ['cbe', 'off'],
      ['currency-api', 'off'],
    ]);
    expect(sources.requests.every((request) => request.startsWith('/ecb'))).toBe(true);
  });

  it('is measured by age, failures and refusals', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    const failures = async () =>
      Number(/outlay_rate_source_failures_total\{source="ecb"\} (\d+)/.exec(await metrics.metrics())?.[1] ?? 0);
    const before = await failures();
    expect(await metrics.metrics()).toContain('outlay_rate_source_age_seconds{source="ecb"} 54000');
    sources.fail('500');
    await fx.refreshAt('2026-04-13T15:00:00Z');
    expect(await failures()).toBe(before + 1);
    expect(await metrics.metrics()).toContain('outlay_rate_source_age_seconds{source="ecb"} 313200');
  });
});

describe('a day of long ago', () => {
  const JANUARY: PublishedRates = with1(APRIL, {
    ecb: [
      ['USD', '2026-01-15', '1.1650'],
      ['USD', '2026-01-16', '1.1660'],
    ],
    currencyApi: [
      ['GHS', '2026-01-15', '12.4'],
      ['GHS', '2026-01-16', '12.5'],
    ],
  });

  it('is asked for when somebody needs it, once for however many questions', async () => {
    await start(JANUARY);
    await fx.refreshAt(FRIDAY);
    const before = asked('/feed');
    const answers = await Promise.all(Array.from({ length: 50 }, () => fx.ask('GHS', 'EUR', '2026-01-16')));
    expect(new Set(answers.map(({ rate }) => rate))).toEqual(new Set(['0.0800000']));
    await fx.ask('GHS', 'EUR', '2026-01-16');
    await fx.ask('GHS', 'USD', '2026-01-16');
    // Its own file and those of the four days before it.
    expect(asked('/feed') - before).toBe(5);
  });

  it('at a weekend is crossed with Friday’s', async () => {
    await start(JANUARY);
    await fx.refreshAt(FRIDAY);
    await expect(fx.ask('GHS', 'USD', '2026-01-18')).resolves.toMatchObject({
      effectiveDate: '2026-01-16',
      rate: '0.0932800',
      source: 'currency-api × ECB',
    });
  });

  it('that no file has is not asked for again within the hour', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    await fx.ask('GHS', 'EUR', '2026-02-16').catch(() => undefined);
    const before = sources.requests.length;
    await fx.ask('GHS', 'EUR', '2026-02-16').catch(() => undefined);
    expect(sources.requests.length).toBe(before);
  });
});

describe('what nobody should believe', () => {
  const WRONG = ['0', '-1', '1e9', '1e-9', '1e308'];

  it.each(WRONG)('%s from every source is neither stored nor served, and is shown with the reason', async (wrong) => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    const before = await Promise.all(['USD', 'KES', 'GHS'].map((code) => fx.ask(code, 'EUR', '2026-04-10')));
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
      await expect(fx.ask(code, 'EUR', '2026-04-14')).resolves.toMatchObject({ rate: before[index]?.rate });
      expect((await legs.newest(code, '2026-04-14'))?.date).toBe(before[index]?.effectiveDate);
    }
  });

  it('from the very first answer of a source is held against the bundled table', async () => {
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
    await expect(fx.ask('CHF', 'EUR', '2026-04-10')).resolves.toMatchObject({ source: 'ECB' });
    expect((await fx.describe()).refused).toEqual([
      expect.objectContaining({ currency: 'USD', date: '2026-04-10', value: '116.1', reason: 'impossible' }),
      expect.objectContaining({ currency: 'USD', date: '2026-04-09', value: '116', reason: 'impossible' }),
    ]);
  });

  it('waits, when it may be a devaluation, and is taken in once the next day confirms it', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    const devalued = with1(APRIL, { currencyApi: [['GHS', '2026-04-11', '18']] });
    sources.publish(devalued);
    await fx.refreshAt('2026-04-12T15:00:00Z');
    await expect(fx.ask('EUR', 'GHS', '2026-04-12')).resolves.toMatchObject({ rate: '12.900000' });
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
    sources.publish(with1(devalued, { currencyApi: [['GHS', '2026-04-12', '18.2']] }));
    await fx.refreshAt('2026-04-13T00:30:00Z');
    await expect(fx.ask('EUR', 'GHS', '2026-04-11')).resolves.toMatchObject({ rate: '18.000000' });
    await expect(fx.ask('EUR', 'GHS', '2026-04-12')).resolves.toMatchObject({ rate: '18.200000' });
    expect((await fx.describe()).refused).toEqual([]);
  });
});
