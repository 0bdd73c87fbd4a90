import type { IsoDate } from './dates.js';

/** The currencies offered by the form; others are entered by their code. */
export const CURRENCIES = ['EUR', 'USD', 'KES', 'NGN', 'ZAR', 'XOF', 'XAF', 'GHS', 'CHF', 'GBP', 'MAD', 'EGP'] as const;
export const OTHER_CURRENCY = 'OTHER';

export const currencyMessages = {
  invalid: 'Please enter a valid 3-letter currency code (e.g., USD, EUR)',
} as const;

export const currencyDayMessages = {
  begins: (code: string, day: IsoDate) => `${code} begins on ${day}. Please check the currency and the date.`,
  ended: (code: string, day: IsoDate) => `${code} ended on ${day}. Please check the currency and the date.`,
} as const;

/**
 * The currencies of today: ISO 4217 list one (of 2026-01-01) without funds, metals and units of account. A fixed list,
 * because `Intl` contains retired codes and rate feeds contain three-letter crypto codes.
 */
export const ISO_4217: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
    'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
    'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
    'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
    'UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

const WITHOUT_CENTS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/** Whether a currency has decimals (ISO 4217). */
export function hasCents(code: string): boolean {
  return !WITHOUT_CENTS.has(code);
}

export function parseCurrency(input: string): string | null {
  const code = input.trim();
  // The check comes before upper-casing, which turns ſ into S.
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}

/**
 * The last day of currencies that have ended since 2016. ISO 4217 list three (of 2026-01-01) has the month of withdrawal,
 * which is the month of this day or, if a currency ended with a month, the next. Only ANG stayed legal tender for longer,
 * three months beside XCG. The days are those of the issuing banks, as in the currency data of Unicode CLDR 48.
 */
const LAST_DAYS: ReadonlyMap<string, IsoDate> = new Map([
  ['BYR', '2016-12-31'],
  ['MRO', '2017-12-31'],
  ['STD', '2017-12-31'],
  ['VEF', '2018-08-20'],
  ['CUC', '2021-06-30'],
  ['HRK', '2022-12-31'],
  ['SLL', '2023-12-31'],
  ['ZWL', '2024-08-31'],
  ['ANG', '2025-06-30'],
  ['BGN', '2025-12-31'],
]);
/** The first day of currencies that have begun since 2016, from the same data. */
const FIRST_DAYS: ReadonlyMap<string, IsoDate> = new Map([
  ['BYN', '2016-07-01'],
  ['MRU', '2018-01-01'],
  ['STN', '2018-01-01'],
  ['VES', '2018-08-20'],
  ['VED', '2021-10-01'],
  ['SLE', '2022-07-01'],
  ['ZWG', '2024-06-25'],
  ['XCG', '2025-03-31'],
]);

/** Whether a code is that of a currency, of today or of one that has ended. */
export function isIsoCurrency(code: string): boolean {
  return ISO_4217.has(code) || LAST_DAYS.has(code);
}

/** Why something cannot have been paid in a currency on a day, null for any day, or null if it can. */
export function currencyProblem(input: string, date: IsoDate | null): string | null {
  const code = parseCurrency(input);
  if (code === null || !isIsoCurrency(code)) return currencyMessages.invalid;
  const [first, last] = [FIRST_DAYS.get(code), LAST_DAYS.get(code)];
  if (date !== null && first !== undefined && date < first) return currencyDayMessages.begins(code, first);
  if (date !== null && last !== undefined && date > last) return currencyDayMessages.ended(code, last);
  return null;
}
