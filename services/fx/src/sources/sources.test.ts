import { startRecordedSources, FAULTS, type RecordedSources } from '../recorded/recorded-sources.js';
import { CENTRAL_BANKS, CentralBank } from './central-bank.js';
import { CurrencyApi } from './currency-api.js';
import { Ecb } from './ecb.js';
import type { Period, RateSource } from './rate-source.js';

const published = {
  ecb: [
    ['USD', '2026-04-09', '1.1600'],
    ['USD', '2026-04-10', '1.1610'],
    ['CHF', '2026-04-10', 'NaN'],
    ['SEK', '2026-04-10', ''],
    ['RUB', '2026-04-10', '90'],
  ],
  centralBanks: {
    CBK: [
      ['KES', '2026-04-03', '129.1'],
      ['KES', '2026-04-09', '129.5'],
      ['KES', '2026-04-10', '0'],
      ['KES', '2026-04-11', '129.7'],
    ],
  },
  currencyApi: [
    ['GHS', '2026-04-09', '12.9'],
    ['GHS', '2026-04-10', '13.1000000000000001'],
    ['USD', '2026-04-10', '1.2'],
    ['SYP', '2026-04-10', '130'],
  ],
} as const;
const period: Period = { from: '2026-04-04', to: '2026-04-10' };
const fetched = (source: RateSource, of = period, ms = 5000) => source.fetch(of, AbortSignal.timeout(ms));
const kenya = CENTRAL_BANKS.find(({ currency }) => currency === 'KES');
if (!kenya) throw new Error('Kenya has a central bank');

let recorded: RecordedSources;
let ecb: Ecb;
let cbk: CentralBank;
let feed: CurrencyApi;
beforeEach(async () => {
  recorded = await startRecordedSources(published);
  const dollars = new Map([
    ['2026-04-09', '1.16'],
    ['2026-04-10', '1.161'],
  ]);
  ecb = new Ecb(recorded.urls.ecb ?? '');
  cbk = new CentralBank(kenya, recorded.urls.centralBanks ?? '', async () => dollars);
  feed = new CurrencyApi(recorded.urls.currencyApi ?? [], new Set(['EUR', 'USD']));
});
afterEach(() => recorded.close());

describe('the ECB', () => {
  it('is asked for its currencies and a period, in CSV', async () => {
    await fetched(ecb);
    expect(recorded.requests).toEqual([
      expect.stringMatching(
        /^\/ecb\/D\.USD\+GBP\+[A-Z+]*THB\+TRY\.EUR\.SP00\.A\?startPeriod=2026-04-04&endPeriod=2026-04-10&format=csvdata&detail=dataonly$/,
      ),
    ]);
  });

  it('gives what a euro was worth on each day, and nothing for a day without a value', async () => {
    await expect(fetched(ecb)).resolves.toEqual([
      { currency: 'USD', date: '2026-04-09', perEur: '1.1600' },
      { currency: 'USD', date: '2026-04-10', perEur: '1.1610' },
    ]);
  });

  it('has nothing for a weekend, which it answers with 404', async () => {
    await expect(fetched(ecb, { from: '2026-04-04', to: '2026-04-05' })).resolves.toEqual([]);
  });

  it.each([
    ['before the fix of a Wednesday', '2026-04-15T13:59:00Z', '2026-04-14'],
    ['after it, in summer time', '2026-04-15T14:05:00Z', '2026-04-15'],
    ['after it, in winter time', '2026-01-14T15:05:00Z', '2026-01-14'],
    ['an hour before that', '2026-01-14T14:05:00Z', '2026-01-13'],
    ['on a Sunday', '2026-04-12T18:00:00Z', '2026-04-10'],
    ['on Easter Monday', '2026-04-06T18:00:00Z', '2026-04-02'],
    ['on the first of January', '2026-01-01T18:00:00Z', '2025-12-31'],
    ['just after midnight in Frankfurt, while UTC has yesterday', '2026-04-14T22:30:00Z', '2026-04-14'],
  ])('is expected to have, %s', (_, now, expected) => {
    expect(ecb.expectedDay(new Date(now))).toBe(expected);
  });
});

describe('a central bank', () => {
  it('is asked for by name, for its own currency in dollars', async () => {
    await fetched(cbk);
    expect(recorded.requests).toEqual(['/banks/rates?base=USD&quotes=KES&providers=CBK&from=2026-04-04&to=2026-04-10']);
  });

  it('is crossed with the ECB’s dollar of the same day, exactly, and what is no rate stays as it is', async () => {
    await expect(fetched(cbk)).resolves.toEqual([
      { currency: 'KES', date: '2026-04-09', perEur: '150.22' },
      { currency: 'KES', date: '2026-04-10', perEur: '0' },
    ]);
  });

  it('leaves out a day on which the ECB had no dollar', async () => {
    await expect(fetched(cbk, { from: '2026-04-11', to: '2026-04-12' })).resolves.toEqual([]);
  });

  it('is expected to have the last working day before today that is one of the ECB’s as well', () => {
    expect(cbk.expectedDay(new Date('2026-04-13T06:00:00Z'))).toBe('2026-04-10');
    expect(cbk.expectedDay(new Date('2026-04-07T06:00:00Z'))).toBe('2026-04-02');
  });

  it('publishes from Sunday to Thursday in Egypt', () => {
    const egypt = CENTRAL_BANKS.find(({ currency }) => currency === 'EGP');
    if (!egypt) throw new Error('Egypt has a central bank');
    const cbe = new CentralBank(egypt, '', async () => new Map());
    expect(cbe.expectedDay(new Date('2026-04-18T06:00:00Z'))).toBe('2026-04-16');
  });
});

describe('the currency-api feed', () => {
  it('gives a file a day, of the currencies that have no source of their own', async () => {
    await expect(fetched(feed, { from: '2026-04-08', to: '2026-04-10' })).resolves.toEqual([
      { currency: 'GHS', date: '2026-04-09', perEur: '12.9' },
      { currency: 'GHS', date: '2026-04-10', perEur: '13.1' },
    ]);
  });

  it('is asked for at its mirror where it has not got the day or fails', async () => {
    await fetched(feed, { from: '2026-04-08', to: '2026-04-08' });
    expect(recorded.requests).toEqual(['/feed/2026-04-08.json', '/mirror/2026-04-08.json']);
    recorded.fail('500', '/feed');
    await expect(fetched(feed, { from: '2026-04-09', to: '2026-04-09' })).resolves.toHaveLength(1);
  });

  it('has nothing for a day that one address has not and whose mirror cannot be reached', async () => {
    recorded.fail('drop', '/mirror');
    await expect(fetched(feed, { from: '2026-04-08', to: '2026-04-09' })).resolves.toEqual([
      { currency: 'GHS', date: '2026-04-09', perEur: '12.9' },
    ]);
  });

  it('is not believed about a day that is not the one asked for', async () => {
    const frozen = new CurrencyApi(
      [`${recorded.urls.currencyApi?.[0]?.replace('{date}', '2026-04-09')}?{date}`],
      new Set(),
    );
    await expect(fetched(frozen, { from: '2026-04-10', to: '2026-04-10' })).rejects.toThrow(
      'answered with another day',
    );
  });

  it('has neither retired codes nor coins, nor a pound of which it gives two', () => {
    for (const code of ['BTC', 'GHC', 'SYP', 'USD']) expect(feed.currencies.has(code)).toBe(false);
    expect(feed.currencies.has('GHS')).toBe(true);
  });
});

describe('each source', () => {
  const all = () => [ecb, cbk, feed];
  const said = {
    '500': 'answered 500',
    '100 MB': /^answered more than \d+ bytes$/,
    hang: 'did not answer in time',
    garbage: /^answered with something else than its (rates|table)$/,
    empty: /^answered with something else than its (rates|table)$/,
    drop: 'could not be reached',
    redirect: 'redirected to another host',
    'redirect in circles': 'redirected too often',
  };

  it.each(FAULTS)('brings nothing but a reason, without an address, when it fails: %s', async (fault) => {
    recorded.fail(fault);
    for (const source of all()) {
      // Short where nothing else ends it.
      await expect(fetched(source, period, fault === 'hang' ? 300 : 20_000)).rejects.toMatchObject({
        name: 'SourceFailure',
        message: expect.stringMatching(said[fault]),
      });
    }
  });

  it('is not there at all: could not be reached', async () => {
    await recorded.close();
    for (const source of all()) await expect(fetched(source)).rejects.toThrow('could not be reached');
    recorded = await startRecordedSources(published);
  });
});
