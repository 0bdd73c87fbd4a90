import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { metrics } from '@outlay/telemetry';
import { KNOWN_RATES, PUBLISHED, type PublishedRates } from './recorded/known-rates.js';
import { startRecordedSources, type RecordedSources } from './recorded/recorded-sources.js';
import { APRIL, FRIDAY, merge, NOTHING } from './testing/april-rates.js';
import { NO_SOURCES, runFx, type RunningFx } from './testing/running-fx.js';

let sources: RecordedSources;
let fx: RunningFx;
const start = async (published: PublishedRates, at = FRIDAY) => {
  sources = await startRecordedSources(published);
  fx = await runFx(sources.urls, at);
};
const stateOf = async (name: string) => (await fx.describe()).sources.find((source) => source.name === name);
const countRequests = (path: string) => sources.requests.filter((request) => request.startsWith(path)).length;

afterEach(async () => {
  await fx.close();
  await sources.close();
});

describe('rates with live sources', () => {
  it('match the known rates, each through the protocol of its source', async () => {
    await start(PUBLISHED, '2026-04-13T09:00:00Z');
    for (const { from, to, date, ...known } of KNOWN_RATES) {
      await expect(fx.resolve(from, to, date)).resolves.toMatchObject({ ...known, stale: false });
    }
  });

  it('are available to the first query, which waits for the sources', async () => {
    await start(APRIL);
    await expect(fx.resolve('USD', 'EUR', '2026-04-10')).resolves.toMatchObject({ rate: '0.861326', source: 'ECB' });
  });

  it('of today are provisionally those of the previous day until published', async () => {
    await start(APRIL, '2026-04-13T09:00:00Z');
    await expect(fx.resolve('USD', 'EUR', '2026-04-13')).resolves.toMatchObject({
      effectiveDate: '2026-04-10',
      provisional: true,
      stale: false,
    });
    sources.publish(merge(APRIL, { ecb: [['USD', '2026-04-13', '1.1650']] }));
    await fx.refreshAt('2026-04-13T14:06:00Z');
    await expect(fx.resolve('USD', 'EUR', '2026-04-13')).resolves.toMatchObject({
      effectiveDate: '2026-04-13',
      provisional: false,
    });
  });

  it('never change once published', async () => {
    await start(APRIL);
    const before = await fx.resolve('USD', 'EUR', '2026-04-10');
    sources.publish({ ...APRIL, ecb: [['USD', '2026-04-10', '1.2000']] });
    await fx.refreshAt('2026-04-13T15:00:00Z');
    await expect(fx.resolve('USD', 'EUR', '2026-04-10')).resolves.toEqual(before);
  });

  it('come from the bundled table and are stale if no source responds', async () => {
    sources = await startRecordedSources(NOTHING);
    sources.fail('drop');
    fx = await runFx(sources.urls, '2026-11-20T09:00:00Z');
    await expect(fx.resolve('USD', 'EUR', '2026-11-20')).resolves.toMatchObject({
      source: 'currency-api (bundled)',
      effectiveDate: '2026-09-29',
      stale: true,
    });
  });

  it('missing from all sources are not available, or temporarily unavailable while a source is down', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    await expect(fx.resolve('SYP', 'EUR', '2026-04-10')).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
    await expect(fx.resolve('GHS', 'EUR', '2025-09-24')).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
    sources.fail('500');
    await expect(fx.resolve('GHS', 'EUR', '2025-09-25')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Exchange rates are not available at the moment. Please try again in a moment.',
    });
    sources.fail(null);
    sources.publish(merge(APRIL, { currencyApi: [['GHS', '2025-09-25', '12.2']] }));
    await expect(fx.resolve('GHS', 'EUR', '2025-09-25')).resolves.toMatchObject({ effectiveDate: '2025-09-25' });
  });
});

describe('a source', () => {
  it('is fetched completely at first, then for new days only', async () => {
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

  it('is not fetched while it has published the expected day', async () => {
    await start(APRIL);
    await fx.refreshAt('2026-04-12T23:00:00Z');
    expect(countRequests('/ecb')).toBe(1);
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current', newestDate: '2026-04-10', failure: null });
  });

  it('that is late is fetched every half hour until the day is published', async () => {
    await start(APRIL);
    await fx.refreshAt('2026-04-13T14:06:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'late' });
    await fx.refreshAt('2026-04-13T14:30:00Z');
    expect(countRequests('/ecb')).toBe(2);
    sources.publish(merge(APRIL, { ecb: [['USD', '2026-04-13', '1.1650']] }));
    await fx.refreshAt('2026-04-13T14:36:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current', newestDate: '2026-04-13' });
  });

  it('that fails is fetched again after ten minutes; stored rates stay available', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    sources.fail('500', '/ecb');
    await fx.refreshAt('2026-04-13T14:06:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'failing', failure: 'answered 500' });
    await expect(fx.resolve('USD', 'EUR', '2026-04-13')).resolves.toMatchObject({ effectiveDate: '2026-04-10' });
    await fx.refreshAt('2026-04-13T14:15:00Z');
    expect(countRequests('/ecb')).toBe(2);
    sources.fail(null);
    sources.publish(merge(APRIL, { ecb: [['USD', '2026-04-13', '1.1650']] }));
    await fx.refreshAt('2026-04-13T14:17:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current', failure: null });
  });

  it('that failed after now, before the clock was set back, is fetched again', async () => {
    await start(APRIL, '2026-04-13T09:00:00Z');
    await fx.refreshAt('2026-04-13T14:00:00Z');
    sources.fail('500', '/ecb');
    await fx.refreshAt('2026-04-13T14:40:00Z');
    sources.fail(null);
    await fx.refreshAt('2026-04-13T14:39:30Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'failing' });
    await fx.refreshAt('2026-04-13T10:00:00Z');
    await expect(stateOf('ecb')).resolves.toMatchObject({ failure: null });
  });

  it('that fails does not affect the others', async () => {
    sources = await startRecordedSources(APRIL);
    sources.fail('garbage', '/banks');
    fx = await runFx(sources.urls, FRIDAY);
    await fx.refreshAt(FRIDAY);
    await expect(stateOf('cbk')).resolves.toMatchObject({ state: 'failing' });
    await expect(stateOf('ecb')).resolves.toMatchObject({ state: 'current' });
    await expect(stateOf('currency-api')).resolves.toMatchObject({ state: 'current' });
  });

  it('that is out of reach with all others is named in one line, which says what it means', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    sources = await startRecordedSources(NOTHING);
    sources.fail('drop');
    fx = await runFx(sources.urls, FRIDAY);
    await fx.refreshAt(FRIDAY);
    expect(warn.mock.calls.flat()).toEqual([
      '6 of 6 sources of exchange rates failed: ecb, cbk, cbn, bam, cbe, currency-api could not be reached. ' +
        'Amounts are converted at the rates known so far, and a failed source is tried again every ten minutes.',
    ]);
    warn.mockRestore();
  });

  it('that does not respond delays a query only up to the deadline', async () => {
    sources = await startRecordedSources(APRIL);
    sources.fail('hang');
    fx = await runFx(sources.urls, '2026-10-01T09:00:00Z', { queryDeadlineMs: 20 });
    // Without its own deadline the query would wait for the sources' 30 s and this test would time out.
    await expect(fx.resolve('USD', 'EUR', '2026-10-01')).resolves.toMatchObject({ source: 'currency-api (bundled)' });
  });

  it('is fetched by only one of several instances', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    const second = await fx.startAnother(sources.urls);
    const third = await fx.startAnother(sources.urls);
    await Promise.all([second.refreshAt('2026-04-13T14:06:00Z'), third.refreshAt('2026-04-13T14:06:00Z')]);
    expect(countRequests('/ecb')).toBe(2);
    await second.close();
    await third.close();
  });

  it('that is not configured is off and never fetched', async () => {
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

  it('has metrics for its age and failures', async () => {
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

describe('a day before the stored period', () => {
  const JANUARY: PublishedRates = merge(APRIL, {
    ecb: [
      ['USD', '2026-01-15', '1.1650'],
      ['USD', '2026-01-16', '1.1660'],
    ],
    currencyApi: [
      ['GHS', '2026-01-15', '12.4'],
      ['GHS', '2026-01-16', '12.5'],
    ],
  });

  it('is fetched on demand, once for any number of queries', async () => {
    await start(JANUARY);
    await fx.refreshAt(FRIDAY);
    const before = countRequests('/feed');
    const resolved = await Promise.all(Array.from({ length: 50 }, () => fx.resolve('GHS', 'EUR', '2026-01-16')));
    expect(new Set(resolved.map(({ rate }) => rate))).toEqual(new Set(['0.0800000']));
    await fx.resolve('GHS', 'EUR', '2026-01-16');
    await fx.resolve('GHS', 'USD', '2026-01-16');
    expect(countRequests('/feed') - before).toBe(5);
  });

  it('at a weekend is crossed with Friday’s rate', async () => {
    await start(JANUARY);
    await fx.refreshAt(FRIDAY);
    await expect(fx.resolve('GHS', 'USD', '2026-01-18')).resolves.toMatchObject({
      effectiveDate: '2026-01-16',
      rate: '0.0932800',
      source: 'currency-api × ECB',
    });
  });

  it('that is missing is not fetched again within an hour', async () => {
    await start(APRIL);
    await fx.refreshAt(FRIDAY);
    await fx.resolve('GHS', 'EUR', '2026-02-16').catch(() => undefined);
    const before = sources.requests.length;
    await fx.resolve('GHS', 'EUR', '2026-02-16').catch(() => undefined);
    expect(sources.requests.length).toBe(before);
  });
});
