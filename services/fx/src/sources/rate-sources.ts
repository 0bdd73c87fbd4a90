import { CONSTANT_CURRENCIES } from '../constant-legs.js';
import { CentralBank, CENTRAL_BANKS, type DollarsPerEuro } from './central-bank.js';
import { CurrencyApi } from './currency-api.js';
import { Ecb } from './ecb.js';
import { guarded } from './guarded.js';
import type { RateSource } from './rate-source.js';

/** Where each source is; null for one that is not to be asked. */
export interface RateUrls {
  readonly ecb: string | null;
  readonly centralBanks: string | null;
  /** A day's file and its mirrors, `{date}` where the day goes. */
  readonly currencyApi: readonly string[] | null;
}

export interface RateSources {
  /** In the order they are asked. */
  readonly live: readonly RateSource[];
  /** The names of those that are not to be asked. */
  readonly off: readonly string[];
}

/** Each currency is pinned to one source, not to the first that answers, so that a rate can be found again (fx design). */
export function rateSources(urls: RateUrls, dollarsPerEuro: DollarsPerEuro): RateSources {
  const ecb = new Ecb(urls.ecb ?? '');
  const banks = CENTRAL_BANKS.map((bank) => new CentralBank(bank, urls.centralBanks ?? '', dollarsPerEuro));
  const pinned = new Set([...CONSTANT_CURRENCIES, ...ecb.currencies, ...CENTRAL_BANKS.map(({ currency }) => currency)]);
  const rest = new CurrencyApi(urls.currencyApi ?? [], pinned);
  const all = [
    { source: ecb, isOn: urls.ecb !== null },
    ...banks.map((source) => ({ source, isOn: urls.centralBanks !== null })),
    { source: rest, isOn: urls.currencyApi !== null },
  ];
  return {
    live: all.filter(({ isOn }) => isOn).map(({ source }) => guarded(source)),
    off: all.filter(({ isOn }) => !isOn).map(({ source }) => source.name),
  };
}
