import { rateSourcesRoute } from '@outlay/contracts';
import { startRecordedSources, type PublishedRates, type RecordedSources } from '@outlay/fx/recorded';
import { eventually } from '@outlay/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startOwnCompany, type Company } from './testing/company.js';

/** A Friday after the ECB's fix, in the days of the bundled table. */
const AT = '2026-04-10T15:00:00Z';
const WRONG: PublishedRates = {
  ecb: [
    ['USD', '2026-04-09', '0'],
    ['USD', '2026-04-10', '-1'],
    ['CHF', '2026-04-09', '1000000000'],
    ['CHF', '2026-04-10', '1000000000'],
    ['GBP', '2026-04-09', '0.87'],
    ['GBP', '2026-04-10', '0.8701'],
  ],
  centralBanks: {},
  currencyApi: [
    ['GHS', '2026-04-09', '1e9'],
    ['GHS', '2026-04-10', '1e9'],
  ],
};

describe('attacks by rate sources', () => {
  let sources: RecordedSources;
  let elsewhere: Server;
  let visits = 0;
  let company: Company;
  const rate = (from: string, date: string) =>
    company.api.send('GET', '/api/exchange-rate', { query: { from, to: 'EUR', date } });

  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      visits += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    sources = await startRecordedSources(WRONG);
    const { ecb, centralBanks, currencyApi } = sources.urls;
    company = await startOwnCompany({
      at: AT,
      env: {
        FX_ECB_URL: ecb ?? 'off',
        FX_CENTRAL_BANKS_URL: centralBanks ?? 'off',
        FX_CURRENCY_API_URL: currencyApi?.join() ?? 'off',
      },
    });
  });
  afterAll(async () => {
    await company.close();
    await sources.close();
    elsewhere.close();
  });

  it('a rate source returning 0, −1 or 1e9: not stored, and super admins see the reason', async () => {
    const described = () => company.api.call(rateSourcesRoute, { as: company.root });
    const refused = await eventually(async () => {
      const { refused } = await described();
      return refused.length === 6 && refused;
    });
    expect(new Map(refused.map(({ currency, value, reason }) => [`${currency} ${value}`, reason]))).toEqual(
      new Map([
        ['USD 0', 'not_a_rate'],
        ['USD -1', 'not_a_rate'],
        ['CHF 1000000000', 'impossible'],
        ['GHS 1000000000', 'impossible'],
      ]),
    );
    await expect(rate('GBP', '2026-04-10')).resolves.toMatchObject({ body: { rate: 1.149293, source: 'ECB' } });
    for (const code of ['USD', 'CHF', 'GHS']) {
      const { body } = await rate(code, '2026-04-10');
      expect(body).toMatchObject({ source: 'currency-api (bundled)' });
      expect(Number(Object(body).rate)).toBeGreaterThan(0.05);
      expect(Number(Object(body).rate)).toBeLessThan(1.2);
    }
  });

  it('a rate source returning a redirect: not followed; the bundled table is used', async () => {
    sources.redirectTo(`http://localhost:${(elsewhere.address() as AddressInfo).port}/latest/meta-data`);
    sources.fail('redirect');
    await expect(rate('GHS', '2026-02-25')).resolves.toMatchObject({ body: { source: 'currency-api (bundled)' } });
    expect(visits).toBe(0);
  });
});
