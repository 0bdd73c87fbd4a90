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
const fetchFrom = (source: RateSource, of = period, ms = 5000) => source.fetch(of, AbortSignal.timeout(ms));
const kenyanBank = CENTRAL_BANKS.find(({ currency }) => currency === 'KES');
if (!kenyanBank) throw new Error('Kenya has a central bank');

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
  cbk = new CentralBank(kenyanBank, recorded.urls.centralBanks ?? '', async () => dollars);
  feed = new CurrencyApi(recorded.urls.currencyApi ?? [], new Set(['EUR', 'USD']));
});
afterEach(() => recorded.close());

describe('the ECB', () => {
  it('is requested in CSV with its currencies and a period', async () => {
    await fetchFrom(ecb);
    expect(recorded.requests).toEqual([
      expect.stringMatching(
        /^\/ecb\/D\.USD\+GBP\+[A-Z+]*THB\+TRY\.EUR\.SP00\.A\?startPeriod=2026-04-04&endPeriod=2026-04-10&format=csvdata&detail=dataonly$/,
      ),
    ]);
  });

  it('returns a value for each day that has one', async () => {
    await expect(fetchFrom(ecb)).resolves.toEqual([
      { currency: 'USD', date: '2026-04-09', perEur: '1.1600' },
      { currency: 'USD', date: '2026-04-10', perEur: '1.1610' },
    ]);
  });

  it('returns nothing for a weekend, which is a 404', async () => {
    await expect(fetchFrom(ecb, { from: '2026-04-04', to: '2026-04-05' })).resolves.toEqual([]);
  });

  it.each([
    ['before publication on a Wednesday', '2026-04-15T13:59:00Z', '2026-04-14'],
    ['after publication in summer time', '2026-04-15T14:05:00Z', '2026-04-15'],
    ['after publication in winter time', '2026-01-14T15:05:00Z', '2026-01-14'],
    ['an hour before publication in winter time', '2026-01-14T14:05:00Z', '2026-01-13'],
    ['on a Sunday', '2026-04-12T18:00:00Z', '2026-04-10'],
    ['on Easter Monday', '2026-04-06T18:00:00Z', '2026-04-02'],
    ['on the first of January', '2026-01-01T18:00:00Z', '2025-12-31'],
    ['just after midnight in Frankfurt, while UTC has yesterday', '2026-04-14T22:30:00Z', '2026-04-14'],
  ])('has an expected day %s', (_, now, expected) => {
    expect(ecb.expectedDay(new Date(now))).toBe(expected);
  });
});

describe('a central bank', () => {
  it('is requested by name, with its own currency in dollars', async () => {
    await fetchFrom(cbk);
    expect(recorded.requests).toEqual(['/banks/rates?base=USD&quotes=KES&providers=CBK&from=2026-04-04&to=2026-04-10']);
  });

  it('is crossed with the ECB’s dollar of the same day; invalid values stay unchanged', async () => {
    await expect(fetchFrom(cbk)).resolves.toEqual([
      { currency: 'KES', date: '2026-04-09', perEur: '150.22' },
      { currency: 'KES', date: '2026-04-10', perEur: '0' },
    ]);
  });

  it('omits a day without a dollar rate of the ECB', async () => {
    await expect(fetchFrom(cbk, { from: '2026-04-11', to: '2026-04-12' })).resolves.toEqual([]);
  });

  it('has as its expected day the last day before today on which the ECB publishes too', () => {
    expect(cbk.expectedDay(new Date('2026-04-13T06:00:00Z'))).toBe('2026-04-10');
    expect(cbk.expectedDay(new Date('2026-04-07T06:00:00Z'))).toBe('2026-04-02');
  });

  it('publishes from Sunday to Thursday in Egypt', () => {
    const egyptianBank = CENTRAL_BANKS.find(({ currency }) => currency === 'EGP');
    if (!egyptianBank) throw new Error('Egypt has a central bank');
    const cbe = new CentralBank(egyptianBank, '', async () => new Map());
    expect(cbe.expectedDay(new Date('2026-04-18T06:00:00Z'))).toBe('2026-04-16');
  });
});

describe('the currency-api feed', () => {
  it('returns each day’s values of the currencies without a source of their own', async () => {
    await expect(fetchFrom(feed, { from: '2026-04-08', to: '2026-04-10' })).resolves.toEqual([
      { currency: 'GHS', date: '2026-04-09', perEur: '12.9' },
      { currency: 'GHS', date: '2026-04-10', perEur: '13.1' },
    ]);
  });

  it('uses the mirror if the day is missing or the request fails', async () => {
    await fetchFrom(feed, { from: '2026-04-08', to: '2026-04-08' });
    expect(recorded.requests).toEqual(['/feed/2026-04-08.json', '/mirror/2026-04-08.json']);
    recorded.fail('500', '/feed');
    await expect(fetchFrom(feed, { from: '2026-04-09', to: '2026-04-09' })).resolves.toHaveLength(1);
  });

  it('returns nothing for a day missing at one address if the mirror cannot be reached', async () => {
    recorded.fail('drop', '/mirror');
    await expect(fetchFrom(feed, { from: '2026-04-08', to: '2026-04-09' })).resolves.toEqual([
      { currency: 'GHS', date: '2026-04-09', perEur: '12.9' },
    ]);
  });

  it('rejects a file of another day', async () => {
    const frozen = new CurrencyApi(
      [`${recorded.urls.currencyApi?.[0]?.replace('{date}', '2026-04-09')}?{date}`],
      new Set(),
    );
    await expect(fetchFrom(frozen, { from: '2026-04-10', to: '2026-04-10' })).rejects.toThrow(
      'answered with another day',
    );
  });

  it('excludes retired codes, coins and the Syrian pound', () => {
    for (const code of ['BTC', 'GHC', 'SYP', 'USD']) expect(feed.currencies.has(code)).toBe(false);
    expect(feed.currencies.has('GHS')).toBe(true);
  });
});

describe('each source', () => {
  const all = () => [ecb, cbk, feed];
  const messages = {
    '500': 'answered 500',
    '100 MB': /^answered more than \d+ bytes$/,
    hang: 'did not answer in time',
    garbage: /^answered with something else than its (rates|table)$/,
    empty: /^answered with something else than its (rates|table)$/,
    drop: 'could not be reached',
    redirect: 'redirected to another host',
    'redirect in circles': 'redirected too often',
  };

  it.each(FAULTS)('rejects with a reason without an address on failure: %s', async (fault) => {
    recorded.fail(fault);
    for (const source of all()) {
      await expect(fetchFrom(source, period, fault === 'hang' ? 50 : 20_000)).rejects.toMatchObject({
        name: 'SourceFailure',
        message: expect.stringMatching(messages[fault]),
      });
    }
  });

  it('rejects if the server cannot be reached', async () => {
    await recorded.close();
    for (const source of all()) await expect(fetchFrom(source)).rejects.toThrow('could not be reached');
    recorded = await startRecordedSources(published);
  });
});
