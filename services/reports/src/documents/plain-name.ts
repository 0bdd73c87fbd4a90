/** Letters that Unicode does not take apart into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};
const MAX_LENGTH = 60;

/**
 * A text as part of a file name: letters A–Z, digits, `_` and `-` only, so that it is safe in any header, path or
 * archive. Accents are taken off, spaces become `_`, the rest is dropped; `fallback` where nothing is left.
 */
export function plainName(text: string, fallback: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? '')
    .replace(/\s+/g, '_')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/^[_-]+|[_-]+$/g, '');
  return name === '' ? fallback : name;
}
