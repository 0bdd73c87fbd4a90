import { DocumentsUnavailable } from '@outlay/documents';
import { Rates } from './rates.js';

const clock = { now: () => new Date('2026-04-13T00:30:00Z') };
const query = { from: 'USD', to: 'EUR', date: '2026-04-13' };
const noSources = { prepare: async () => ({ isDown: false }) };
const failing = (error: Error) => ({ newest: () => Promise.reject(error) });
const other = {
  newest: async (quote: string, date: string) => ({ quote, date, perEur: '1.16', source: 'other' }),
};

describe('rates', () => {
  it('are unavailable while the store is down, even if another source has them', async () => {
    const rates = new Rates([failing(new DocumentsUnavailable('disk full')), other], noSources, clock);
    await expect(rates.resolve(query)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Exchange rates are not available at the moment. Please try again in a moment.',
    });
  });

  it('of pegged currencies need no store', async () => {
    const rates = new Rates([failing(new DocumentsUnavailable('disk full'))], noSources, clock);
    await expect(rates.resolve({ ...query, from: 'XAF' })).resolves.toMatchObject({ rate: '0.00152449' });
  });

  it('pass on an unexpected error', async () => {
    const rates = new Rates([failing(new TypeError('broken')), other], noSources, clock);
    await expect(rates.resolve(query)).rejects.toThrow(TypeError);
  });
});
