import fc from 'fast-check';
import { addDecimals, divideDecimals, isDecimal, parseDecimal, roundHalfUp, toNumber } from './decimal.js';
import { parseAmount, parseRate, reimbursementOf } from './money.js';

/** Rounds half up on integers alone: the value times 10^scale as a BigInt, rounded to `places`. */
function oracle(scaled: bigint, scale: number, places: number): string {
  const unit = 10n ** BigInt(scale - places);
  const magnitude = scaled < 0n ? -scaled : scaled;
  const rounded = (magnitude + unit / 2n) / unit;
  const digits = rounded.toString().padStart(places + 1, '0');
  const sign = scaled < 0n && rounded !== 0n ? '-' : '';
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const text = (scaled: bigint, scale: number) => {
  const digits = scaled.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** Amounts and rates whose product tends to end in an exact half cent: uniform numbers never do. */
const tieBiased = fc
  .tuple(
    fc.bigInt({ min: 1n, max: 10_000_000n }),
    fc.oneof(
      fc.constantFrom(5n, 15n, 25n, 50n, 125n, 500n, 500_000n, 1_500_000n, 2_500_000n),
      fc.bigInt({ min: 1n, max: 200_000_000n }),
    ),
  )
  .map(([cents, micros]) => ({ cents, micros }));

describe('reimbursement', () => {
  it('is amount × rate rounded half up, compared with integer arithmetic on tie-biased inputs', () => {
    fc.assert(
      fc.property(tieBiased, ({ cents, micros }) => {
        expect(reimbursementOf(text(cents, 2), text(micros, 6))).toBe(oracle(cents * micros, 8, 2));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['1.00', '1.005', '1.01'],
    ['2.50', '0.01', '0.03'],
    ['1.15', '0.1', '0.12'],
    ['8.345', '1', '8.35'],
    ['0.00', '129.5', '0.00'],
  ])('of %s at %s is %s', (amount, rate, expected) => {
    expect(reimbursementOf(amount, rate)).toBe(expected);
  });
});

describe('division', () => {
  it('rounds half up once, compared with integer arithmetic', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (a, b) => {
        const scaled = (a * 10n ** 6n * 2n + b) / (2n * b);
        expect(divideDecimals(a.toString(), b.toString(), 6)).toBe(text(scaled, 6));
      }),
      { numRuns: 5000 },
    );
  });
  it('by zero is rejected', () => {
    expect(() => divideDecimals('1', '0', 2)).toThrow(RangeError);
  });
});

it('sums are exact', () => {
  expect(addDecimals(['0.1', '0.2', '1000000000.07'])).toBe('1000000000.37');
  expect(roundHalfUp('-1.005', 2)).toBe('-1.01');
});

describe('parsing an amount', () => {
  it.each([
    ['12', '12.00'],
    ['12.5', '12.50'],
    [12.34, '12.34'],
    ['0', '0.00'],
    [' 7.1 ', '7.10'],
    ['.5', '0.50'],
  ])('reads %p as %s', (input, expected) => expect(parseAmount(input)).toBe(expected));
  it.each([
    ['-1'],
    ['NaN'],
    [Number.NaN],
    [Infinity],
    ['1e309'],
    [1e309],
    ['0.001'],
    ['1,5'],
    ['-.5'],
    ['.'],
    [''],
    ['1e3'],
    ['0x10'],
    [null],
    [{}],
    [['1']],
    ['1000000000000'],
  ])('rejects %p', (input) => expect(parseAmount(input)).toBeNull());
  it('reads JSON numbers without an exponent', () => expect(parseDecimal(1e-7)).toBe('0.0000001'));
});

describe('parsing a rate', () => {
  it.each([
    ['1.0825', '1.0825'],
    [0.5, '0.5'],
    ['0.000001', '0.000001'],
    ['0', null],
    ['-1', null],
    ['one', null],
  ])('reads %p as %p', (input, rate) => expect(parseRate(input)).toBe(rate));
});

it('a decimal has at most 15 digits and 20 decimals', () => {
  const digits = '1'.repeat(15);
  const decimals = '1'.repeat(20);
  expect([digits, `-1.${decimals}`, '1.5'].map(isDecimal)).toEqual([true, true, true]);
  expect([`1${digits}`, `1.1${decimals}`, '1.', '.5', 'x1', '1x'].map(isDecimal)).toEqual(Array(6).fill(false));
});

it('a decimal becomes the nearest JSON number', () => expect(toNumber('110.86')).toBe(110.86));
