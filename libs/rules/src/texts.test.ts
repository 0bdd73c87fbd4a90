import fc from 'fast-check';
import { charactersOf, fitting, shortened, shortName } from './characters.js';
import { cleanText } from './clean-text.js';
import { isolated } from './isolated.js';
import { isEmail } from './emails.js';
import { isBlank } from './texts.js';

const codePoint = (point: number) => String.fromCodePoint(point);

describe('a text is blank', () => {
  const invisible = [
    ...[0x20, 0x09, 0x0a, 0xa0, 0x3000, 0x2028, 0x00, 0x07, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e],
    ...[0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060, 0x2064, 0x2066, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff],
    ...[0xffa0, 0xfff9, 0xfffc, 0xffff, 0x1d159, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe01ef],
  ].map((point) => [point.toString(16), codePoint(point)] as const);

  it.each(invisible)('if it consists of U+%s', (_, character) => {
    expect([isBlank(character), isBlank(` ${character.repeat(3)}\n`)]).toEqual([true, true]);
    expect(isBlank(`${character}a${character}`)).toBe(false);
    expect(isEmail(`a${character}@b.co`)).toBe(false);
  });

  it.each(['a', '.', '0', '€', '王', '👍', '❤️', 'ع', 'क', '-'])('but not if it is %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });

  it('if every one of its characters is ignored by the one who draws it', () => {
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = codePoint(point);
      if (/\p{Default_Ignorable_Code_Point}/u.test(character) && !isBlank(character))
        throw new Error(point.toString(16));
    }
  });
});

describe('a text of a person', () => {
  it.each([
    ['emoji of several persons', '👩‍❤️‍💋‍👨 👨🏽‍🦰 ❤️‍🔥'],
    ['keycaps and flags', '1️⃣ 🇨🇭 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Hindi with a joiner', 'क्‍ष'],
    ['a variant of an ideograph', '葛󠄀飾区'],
    ['a compatibility ideograph of a name', '\uFA19\u6A39'],
    ['Hebrew with a mark that places the sign', 'שפת C#\u200F!'],
    ['Arabic', 'غداء مع المدققين'],
    ['Braille with a blank between words', '⠓⠊\u2800⠓⠊'],
    ['lines and tabs', 'a\tb\n\nc'],
  ])('keeps %s', (_, text) => {
    expect(cleanText(text)).toBe(text);
  });

  it.each([
    ['what overrides the direction', 'invoice\u202Efdp.exe\u202C', 'invoicefdp.exe'],
    ['isolates', '\u2066a\u2067b\u2068c\u2069', 'abc'],
    ['marks of direction where every letter has the same', 'Ad\u200Emin\u061C', 'Admin'],
    ['joiners between letters that do not join', 'Ad\u200Dm\u200Cin', 'Admin'],
    ['a variation of what has none', 'A\uFE0Fb\u{E0100}', 'Ab'],
    ['a message of variation selectors', '👍\u{E0101}\u{E0102}\u{E0103}', '👍\u{E0101}'],
    ['tag characters', 'ok\u{E0068}\u{E0069}', 'ok'],
    ['what hides in a word', 'Pay\u00ADPal\u200B\u2060\u034F', 'PayPal'],
    ['control characters', 'a\u0007\u001B[31mb\u009B', 'a[31mb'],
    ['what is no character', 'a\uFFFE\uFFFF\u{1FFFF}b', 'ab'],
    ['other ends of lines', 'a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
    ['what surrounds it', ' \u3000\u200Fa\u2800\n', 'a'],
    ['decomposed letters', 'Cafe\u0301', 'Caf\u00E9'],
  ])('is stored without %s', (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it('has one line where that is asked for', () => {
    expect(cleanText('Ana\r\n\tMaria ', 'one')).toBe('Ana Maria');
  });

  it('is not changed by a second time, and shows as much as before', () => {
    const pieces = fc.constantFrom(
      ...['a', 'e', 'क', 'م', 'ש', '王', '👍', '❤', '1', ' ', '\n', '\r', '\t', '\u0301', '\u094D', '\u3164', '\u2800'],
      ...['\u200B', '\u200C', '\u200D', '\u200F', '\u202E', '\u2066', '\uFE0F', '\u180E', '\u{E0100}', '\u{E0041}'],
      ...['\u{1F3F4}', '\u{E007F}', '\u0000', '\uFFFF', '\uFA19', '\u1100', '\u1161', '\u0958'],
    );
    const text = fc.oneof(
      fc.array(pieces).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('one' as const, 'many' as const), (written, lines) => {
        const cleaned = cleanText(written, lines);
        expect(cleanText(cleaned, lines)).toBe(cleaned);
        expect(cleanText(cleaned)).toBe(cleaned);
        expect(isBlank(cleaned)).toBe(isBlank(written));
        expect(cleaned).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('of the longest form that is accepted takes no noticeable time, whatever it consists of', () => {
    for (const piece of [' ', '\u200D', '\u0301', 'e\u200B\u0301', '\u{1F3F4}\u{E0067}', 'a ', '\u202E'])
      expect(cleanText(`x${piece.repeat(2000)}x`).length).toBeLessThanOrEqual(6002);
  });
});

it('a text within a sentence has its own direction, if it has one', () => {
  expect(isolated('Zoë, 3 × 王')).toBe('Zoë, 3 × 王');
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  expect(isolated('a\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  expect(isolated('a\u2069\u202Eb\u2068')).toBe('\u2068a\u202Eb\u2069');
});

describe('characters', () => {
  it.each([
    ['𠮷田', ['𠮷', '田']],
    ['e\u0301a', ['e\u0301', 'a']],
    ['👩‍❤️‍💋‍👨🇨🇭', ['👩‍❤️‍💋‍👨', '🇨🇭']],
    ['', []],
  ])('of %j are what people count', (text, characters) => {
    expect(charactersOf(text)).toEqual(characters);
  });

  it('are never cut', () => {
    expect(shortened('👩‍❤️‍💋‍👨e\u0301x', 2)).toBe('👩‍❤️‍💋‍👨e\u0301...');
    expect(shortened('👩‍❤️‍💋‍👨e\u0301x', 3)).toBe('👩‍❤️‍💋‍👨e\u0301x');
  });

  it('fill a field as far as whole ones fit', () => {
    expect(['ab', '𠮷𠮷', 'a👩‍❤️‍💋‍👨b'].map((text) => fitting(text, 3))).toEqual(['ab', '𠮷', 'a']);
  });

  it.each([
    ['Sofía', 'García Márquez', 'Sofía G.'],
    ['Ana María', 'López', 'Ana María L.'],
    ['太郎', '𠮷田', '太郎 𠮷.'],
    ['Zoë', 'E\u0301mile', 'Zoë E\u0301.'],
    ['Cher', ' ', 'Cher'],
  ])('begin the last name of %s %s: %s', (first, last, short) => {
    expect(shortName(first, last)).toBe(short);
  });
});
