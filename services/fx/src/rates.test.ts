import { DocumentsUnavailable } from '@outlay/documents';
import { Rates } from './rates.js';

const clock = { now: () => new Date('2026-04-13T00:30:00Z') };
const question = { from: 'USD', to: 'EUR', date: '2026-04-13' };
const nothingLive = { prepare: async () => ({ isDown: false }) };
const failing = (error: Error) => ({ newest: () => Promise.reject(error) });
const other = {
  newest: async (quote: string, date: string) => ({ quote, date, perEur: '1.16', source: 'other' }),
};

describe('rates', () => {
  it('are unavailable while the store is down, and not taken from another source', async () => {
    const rates = new Rates([failing(new DocumentsUnavailable('disk full')), other], nothingLive, clock);
    await expect(rates.resolve(question)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Exchange rates are not available at the moment. Please try again in a moment.',
    });
  });

  it('of pegged currencies need no store', async () => {
    const rates = new Rates([failing(new DocumentsUnavailable('disk full'))], nothingLive, clock);
    await expect(rates.resolve({ ...question, from: 'XAF' })).resolves.toMatchObject({ rate: '0.00152449' });
  });

  it('let an unexpected failure be seen as one', async () => {
    const rates = new Rates([failing(new TypeError('broken')), other], nothingLive, clock);
    await expect(rates.resolve(question)).rejects.toThrow(TypeError);
  });
});
