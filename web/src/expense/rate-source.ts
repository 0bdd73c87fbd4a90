import * as texts from '#strings/expense';

// The lists that load first show no sources, so this stands apart from the other formats.
const SOURCE_NAMES: Readonly<Record<string, string>> = {
  ecb: texts.ecb,
  cbk: texts.cbk,
  cbn: texts.cbn,
  bam: texts.bam,
  cbe: texts.cbe,
  'currency-api': texts.currencyApi,
  'currency-api (bundled)': texts.bundledCurrencyApi,
  peg: texts.peg,
  identity: texts.sameCurrency,
};
const TIMES = ' × ';

export function formatRateSource(source: string): string {
  return source
    .split(TIMES)
    .map((part) => SOURCE_NAMES[part.toLowerCase()] ?? part)
    .join(TIMES);
}
