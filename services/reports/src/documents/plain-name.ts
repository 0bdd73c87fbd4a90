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

/** ASCII letters, digits, `_` and `-` are safe in any header, path or archive. */
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
