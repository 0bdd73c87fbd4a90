import type { PublishedRates } from '../recorded/known-rates.js';

export const NOTHING: PublishedRates = { ecb: [], centralBanks: {}, currencyApi: [] };
export const FRIDAY = '2026-04-10T15:00:00Z';
export const APRIL: PublishedRates = {
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
export const merge = (rates: PublishedRates, more: Partial<PublishedRates>): PublishedRates => ({
  ecb: [...rates.ecb, ...(more.ecb ?? [])],
  centralBanks: { ...rates.centralBanks, ...more.centralBanks },
  currencyApi: [...rates.currencyApi, ...(more.currencyApi ?? [])],
});
