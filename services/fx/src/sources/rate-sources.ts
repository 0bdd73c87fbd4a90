import { CONSTANT_CURRENCIES } from '../constant-legs.js';
import { CentralBank, CENTRAL_BANKS, type DollarsPerEuro } from './central-bank.js';
import { CurrencyApi } from './currency-api.js';
import { Ecb } from './ecb.js';
import type { RateSource } from './rate-source.js';
import { withCircuitBreaker } from './with-circuit-breaker.js';

/** A null address disables its source. */
export interface RateUrls {
  readonly ecb: string | null;
  readonly centralBanks: string | null;
  /** The addresses of a day's file and its mirrors, with `{date}` as a placeholder. */
  readonly currencyApi: readonly string[] | null;
}

export interface RateSources {
  readonly live: readonly RateSource[];
  readonly disabled: readonly string[];
}

/** Pins each currency to one source instead of the first that responds, so that a rate can be reproduced. */
export function rateSources(urls: RateUrls, dollarsPerEuro: DollarsPerEuro): RateSources {
  const ecb = new Ecb(urls.ecb ?? '');
  const banks = CENTRAL_BANKS.map((bank) => new CentralBank(bank, urls.centralBanks ?? '', dollarsPerEuro));
  const pinned = new Set([...CONSTANT_CURRENCIES, ...ecb.currencies, ...CENTRAL_BANKS.map(({ currency }) => currency)]);
  const currencyApi = new CurrencyApi(urls.currencyApi ?? [], pinned);
  const all = [
    { source: ecb, isOn: urls.ecb !== null },
    ...banks.map((source) => ({ source, isOn: urls.centralBanks !== null })),
    { source: currencyApi, isOn: urls.currencyApi !== null },
  ];
  return {
    live: all.filter(({ isOn }) => isOn).map(({ source }) => withCircuitBreaker(source)),
    disabled: all.filter(({ isOn }) => !isOn).map(({ source }) => source.name),
  };
}
