/** The currencies offered by the form; others are entered by their code (specification §3). */
export const CURRENCIES = ['EUR', 'USD', 'KES', 'NGN', 'ZAR', 'XOF', 'XAF', 'GHS', 'CHF', 'GBP', 'MAD', 'EGP'] as const;
export const OTHER_CURRENCY = 'OTHER';

export const currencyMessages = {
  invalid: 'Please enter a valid 3-letter currency code (e.g., USD, EUR)',
} as const;

/** A fixed list, because `Intl` contains retired codes and rate feeds contain three-letter crypto codes (fx design). */
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
  // Checked before upper-casing, which turns ſ into S.
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}

export function isIsoCurrency(code: string): boolean {
  return ISO_4217.has(code);
}
