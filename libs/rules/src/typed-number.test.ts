import fc from 'fast-check';
import { isWhole, parseWholeNumber, readTypedNumber } from './typed-number.js';

const [NBSP, THIN, NARROW, FIGURE] = ['\u00a0', '\u2009', '\u202f', '\u2007'];

describe('a typed number', () => {
  it.each([
    ['12', '12'],
    ['12.5', '12.5'],
    ['12,50', '12.5'],
    ['2,08', '2.08'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['12,', '12'],
    ['12.', '12'],
    ['0,851064', '0.851064'],
    ['0,125', '0.125'],
    ['0.125', '0.125'],
    ['1234,567', '1234.567'],
    ['1234.567', '1234.567'],
    ['1,2345', '1.2345'],
    ['1.234,50', '1234.5'],
    ['1,234.50', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['1,234,567.89', '1234567.89'],
    ['1,23,456.78', '123456.78'],
    ['1 234,50', '1234.5'],
    ['1 234', '1234'],
    ['1 234.567', '1234.567'],
    [`1${NBSP}234,50`, '1234.5'],
    [`1${THIN}234${THIN}567`, '1234567'],
    [`1${NARROW}234,50`, '1234.5'],
    [`1${FIGURE}234,50`, '1234.5'],
    ["1'234.50", '1234.5'],
    ['1’234,50', '1234.5'],
    [`${NBSP}12,50 `, '12.5'],
  ])('%j means %s', (typed, value) => expect(readTypedNumber(typed)).toEqual({ value, either: null }));

  it.each([
    ['1,234', '1234', '1.234'],
    ['1.234', '1234', '1.234'],
    ['1.230', '1230', '1.23'],
    ['182,150', '182150', '182.15'],
  ])('%j means either %s or %s', (typed, whole, fraction) =>
    expect(readTypedNumber(typed)).toEqual({ value: null, either: [whole, fraction] }),
  );

  it('that can mean two is the one that is possible where it is typed', () => {
    expect(readTypedNumber('12.500', isWhole)).toEqual({ value: '12500', either: null });
    expect(readTypedNumber('1,175', (value) => Number(value) < 2)).toEqual({ value: '1.175', either: null });
    expect(readTypedNumber('1.300', () => false)).toEqual({ value: '1.3', either: null });
  });

  it.each([
    ...['', ' ', '.', ',', '-1', '+1', '1e3', '0x10', 'NaN', '1,2,3', '12 50', '1,23,45', '1.23.456', '1,2345.50'],
    ...['1.234,50.1', '1.234 567', "1'234 56", '€12', '12 EUR', '1..2', '1,.2', '½', '１２', '٣', '12,50,', ' , '],
  ])('is not %j', (typed) => expect(readTypedNumber(typed)).toEqual({ value: null, either: null }));

  it('is read from every way in which a browser writes an amount', () => {
    const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'es-ES', 'pt-PT', 'sv-SE', 'pl-PL'];
    const formats = locales.map((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }));
    const cents = fc.integer({ min: 0, max: 99_999_999_999_999 });
    fc.assert(
      fc.property(cents, fc.constantFrom(...formats), (all, format) => {
        const written = format.format(all / 100);
        expect([written, Number(readTypedNumber(written).value)]).toEqual([written, all / 100]);
      }),
      { numRuns: 2000 },
    );
  });
});

it('whole numbers are digits alone', () => {
  expect(['14', ' 7 ', '090'].map(parseWholeNumber)).toEqual([14, 7, 90]);
  expect(['', '1e1', '0x10', '7.0', '7,5', '-1', '1 000', '1234567890'].map(parseWholeNumber)).toEqual(
    Array<null>(8).fill(null),
  );
});
