import { amountsIn } from './amounts.js';
import { anyOf, isGeneric, plainText } from './labels.js';
import type { Line } from './lines.js';

/** The merchant stands above the first amount, and seldom below this line. */
const FIRST_LINES = 8;
const LONGEST_NAME = 60;
/** A name in letters of this size of the others is a logo. */
const LOGO = 1.35;
/** Lines of about the largest size: the height of letters depends on which they are. */
const ALIKE = 0.8;

const LEGAL_FORM =
  /(?<![\p{L}])(?:gmbh|ag|ug|kg|ohg|e\.?k\.?|sarl|sasu?|s\.?a\.?|eurl|s\.?l\.?u?\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|lda\.?|b\.?v\.?|n\.?v\.?|v\.?o\.?f\.?|ltd\.?|limited|llc|inc\.?|plc|pty|oy|ab|aps)$/iu;

/** The name of the merchant: the largest line at the top, a line with a legal form, or the first that is no title. */
export function merchantOf(lines: readonly Line[]): string | null {
  const firstAmount = lines.findIndex(({ text }) => amountsIn(text).length > 0);
  const top = lines
    .slice(0, firstAmount < 0 ? FIRST_LINES : Math.min(firstAmount, FIRST_LINES))
    .map(({ text, height }) => ({ name: nameIn(text), height }))
    .filter((line): line is { name: string; height: number } => line.name !== null);
  const heights = lines.map(({ height }) => height).toSorted((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 0;
  const largest = Math.max(...top.map(({ height }) => height));
  const logo = top.find(({ height }) => height >= largest * ALIKE && height >= usual * LOGO);
  return (logo ?? top.find(({ name }) => LEGAL_FORM.test(name)) ?? top[0])?.name ?? null;
}

const STREET = anyOf(
  'street|st|avenue|ave|road|rd|lane|square|rue|place|boulevard|via|viale|piazza|corso|calle|plaza|paseo|rua|avenida|' +
    'largo|praca|\\p{L}*str(?:a\\p{L}{1,3})?|am markt|\\p{L}*(?:straat|gracht|laan|platz|weg)',
);

/** A street with the number of a house; a bar may have the name of its street. */
function isAddress(plain: string): boolean {
  return /\d/.test(plain) && STREET.test(plain);
}

/** The name in a line, whose second column is about something else; null for titles, numbers and addresses. */
function nameIn(text: string): string | null {
  const name = (text.split(/ {2,}/)[0] ?? '').replace(/^[^\p{L}\d]+|[^\p{L}\d.)!]+$/gu, '');
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  const digits = name.match(/\d/g)?.length ?? 0;
  if (letters < 3 || digits * 2 > letters || name.length > LONGEST_NAME) return null;
  return isGeneric(plainText(name)) || isAddress(plainText(name)) || /[:@]|www\./.test(name) ? null : name;
}
