/** An amount as printed, in hundredths, with the sign or code that stands at it. */
export interface PrintedAmount {
  readonly cents: number;
  readonly currency: PrintedCurrency | null;
  /** Where it begins in the line. */
  readonly at: number;
}

/** A currency by its sign; a dollar alone may be another than that of the United States. */
interface PrintedCurrency {
  readonly code: string;
  readonly isCertain: boolean;
}

const CODES =
  'EUR USD GBP CHF KES NGN ZAR XOF XAF GHS MAD EGP CAD AUD NZD JPY CNY INR KRW SEK NOK DKK PLN CZK HUF RON BGN TRY ' +
  'BRL MXN ARS CLP COP PEN SGD HKD THB MYR IDR PHP VND TWD ILS AED SAR QAR KWD JOD TND DZD UGX TZS RWF ETB ZMW BWP ' +
  'NAD MUR MGA CDF GNF SLL MZN AOA MWK PKR LKR BDT NPR UAH RSD ISK GEL';

/** Signs that several currencies share, such as ¥, kr and FCFA, name none. */
const SIGNS: Readonly<Record<string, PrintedCurrency>> = {
  '€': { code: 'EUR', isCertain: true },
  EURO: { code: 'EUR', isCertain: true },
  EUROS: { code: 'EUR', isCertain: true },
  '£': { code: 'GBP', isCertain: true },
  '₦': { code: 'NGN', isCertain: true },
  '₵': { code: 'GHS', isCertain: true },
  'GH₵': { code: 'GHS', isCertain: true },
  KSH: { code: 'KES', isCertain: true },
  KSHS: { code: 'KES', isCertain: true },
  'SFR.': { code: 'CHF', isCertain: true },
  'FR.': { code: 'CHF', isCertain: false },
  R: { code: 'ZAR', isCertain: false },
  DH: { code: 'MAD', isCertain: false },
  DHS: { code: 'MAD', isCertain: false },
  'E£': { code: 'EGP', isCertain: true },
  '₩': { code: 'KRW', isCertain: true },
  '₹': { code: 'INR', isCertain: true },
  '₺': { code: 'TRY', isCertain: true },
  ZŁ: { code: 'PLN', isCertain: true },
  $: { code: 'USD', isCertain: false },
  US$: { code: 'USD', isCertain: true },
  A$: { code: 'AUD', isCertain: true },
  C$: { code: 'CAD', isCertain: true },
  CA$: { code: 'CAD', isCertain: true },
  NZ$: { code: 'NZD', isCertain: true },
  HK$: { code: 'HKD', isCertain: true },
  S$: { code: 'SGD', isCertain: true },
  R$: { code: 'BRL', isCertain: true },
};

const CURRENCIES = new Map<string, PrintedCurrency>([
  ...CODES.split(' ').map((code) => [code, { code, isCertain: true }] as const),
  ...Object.entries(SIGNS),
]);

const escaped = (text: string) => text.replace(/[.$]/g, '\\$&');
const NAMES = [...CURRENCIES.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
/** A sign with letters must not be the end of a word. */
const SIGN = `(?:(?<![\\p{L}])(?:${NAMES.join('|')})|[¥])`;
const SIGN_AFTER = `(?:(?:${NAMES.join('|')})(?![\\p{L}])|[¥])`;
const GROUPED = "\\d{1,3}(?:([.,'’  ])\\d{3})(?:\\1\\d{3})*";
const NUMBER = `(?:${GROUPED}(?:[.,]\\d{2})?|\\d{1,9}(?:[.,]\\d{2}|[.,]-)?)(?!\\d|[.,:/-]\\d|\\s?%)`;
/** A number that follows another by a point or a slash belongs to a date, a time or a telephone number. */
const AMOUNT = new RegExp(
  `(?<before>${SIGN})?\\s?(?<![\\d/:%]|\\d[.,-]|[.,/-])(?<minus>[-−]\\s?)?(?<number>${NUMBER})\\s?(?<after>${SIGN_AFTER})?`,
  'giu',
);

const DECIMALS = /[.,](\d{2}|-)$/;

/**
 * The amounts of a line. A whole number counts as one only with a currency at it or if `wholeNumbers` asks for them. The
 * last separator with two digits behind it parts the decimals, whatever the currency.
 */
export function amountsIn(line: string, { wholeNumbers = false } = {}): PrintedAmount[] {
  const found: PrintedAmount[] = [];
  for (const match of line.matchAll(AMOUNT)) {
    const { before, after, number = '', minus } = match.groups ?? {};
    const currency = currencyOf(before) ?? currencyOf(after);
    const hasSign = before !== undefined || after !== undefined;
    const hasDecimals = DECIMALS.test(number);
    if (minus !== undefined && before === undefined) continue;
    if (!hasDecimals && !hasSign && !wholeNumbers) continue;
    found.push({ cents: centsOf(number), currency, at: match.index });
  }
  return found;
}

function currencyOf(sign: string | undefined): PrintedCurrency | null {
  return (sign && CURRENCIES.get(sign.toUpperCase())) || null;
}

function centsOf(number: string): number {
  const decimals = DECIMALS.exec(number)?.[1];
  const whole = decimals === undefined ? number : number.slice(0, -decimals.length - 1);
  const cents = decimals === undefined || decimals === '-' ? '00' : decimals;
  return Number(whole.replace(/\D/g, '') + cents);
}

/** `2629` as `26.29`. */
export function decimalOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

const CODE = new RegExp(`(?<![\\p{L}\\d])(?:${CODES.split(' ').join('|')})(?![\\p{L}\\d])`, 'gu');

/** The codes of a line that stand at no amount, such as "all amounts in EUR". */
export function codesIn(line: string): string[] {
  return [...line.matchAll(CODE)].map(([code]) => code);
}
