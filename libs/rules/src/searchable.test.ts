import * as fc from 'fast-check';
import { searchable } from './searchable.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });

describe('the searched form of a text', () => {
  it.each([
    ['composed and decomposed', 'Café', 'Cafe\u0301'],
    ['accents', 'Müller', 'MULLER'],
    ['sharp s', 'Straße', 'STRASSE'],
    ['capital sharp s', 'STRAẞE', 'strasse'],
    ['a capital i with a dot', 'İstanbul', 'istanbul'],
    ['a capital i with a dot, decomposed', 'I\u0307STANBUL', 'ıstanbul'],
    ['final sigma', 'ΟΔΟΣ', 'οδός'],
    ['the iota subscript', 'ᾳδω', 'ΑΙΔΩ'],
    ['ligatures', 'ﬁnal oﬀer ﬆop', 'FINAL OFFER STOP'],
    ['the Armenian ligature', 'և', 'ԵՒ'],
    ['full width', 'ＥＸＰ－１２．５０', 'exp-12.50'],
    ['half-width kana', 'ﾎﾃﾙ', 'ホテル'],
    ['Korean syllables', '한글', '한글'.normalize('NFD')],
    ['invisible characters', 'co\u00adopera\u200btion', 'cooperation'],
    ['blanks', ' Lunch \n with\u00a0\u2003team', 'lunch with team'],
    ['Cherokee', 'ꭰ', 'Ꭰ'],
  ])('is the same for %s', (_, one, other) => {
    expect(searchable(one)).toBe(searchable(other));
  });

  it('keeps apart what differs in more than accents', () => {
    const different = ['cafe', 'café au lait', 'か', 'が', 'कि', 'कु', '12.50', '1250', 'exp-1'];
    expect(new Set(different.map(searchable)).size).toBe(different.length);
  });

  it('is the same for both cases and all normal forms of every character', () => {
    const hasVariants = /\p{Changes_When_NFKC_Casefolded}|\p{Changes_When_Casemapped}|\p{Script=Hangul}/u;
    const differing: string[] = [];
    // There are no characters between plane 3 and plane 14.
    for (let code = 0; code <= 0xe0fff; code = code === 0x3ffff ? 0xe0000 : code + 1) {
      const one = String.fromCodePoint(code);
      if (!hasVariants.test(one) && one.normalize('NFD') === one) continue;
      const character = `a${one}b`;
      const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => character.normalize(form));
      const variants = [...forms, character.toLowerCase(), character.toUpperCase()];
      const form = searchable(character);
      if (variants.some((variant) => searchable(variant) !== form)) differing.push(code.toString(16));
    }
    expect(differing).toEqual([]);
  });

  it('is its own searched form', () => {
    fc.assert(fc.property(text, (one) => expect(searchable(searchable(one))).toBe(searchable(one))));
  });

  it('of a text with one in the middle contains the form of that one, where characters do not join', () => {
    const part = fc.string({ unit: 'grapheme-ascii', maxLength: 5 });
    fc.assert(
      fc.property(part, text, part, (before, middle, after) => {
        expect(searchable(`${before} ${middle} ${after}`)).toContain(searchable(middle));
      }),
    );
  });
});
