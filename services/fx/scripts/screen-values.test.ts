import { screen, toPerEur } from './screen-values.mjs';

describe('toPerEur', () => {
  it('writes a number out in full, with at most ten significant digits', () => {
    expect(toPerEur(1.17404563)).toBe('1.17404563');
    expect(toPerEur(105932.837512345)).toBe('105932.8375');
    expect(toPerEur(1.5e-7)).toBe('0.00000015');
    expect(toPerEur(12345678901.4)).toBe('12345678900');
  });

  it.each([0, -1, Number.NaN, Infinity, 1e-30, '1.2', null, undefined])('refuses %p', (value) => {
    expect(toPerEur(value)).toBeNull();
  });
});

describe('screen', () => {
  it('keeps moves of up to a quarter', () => {
    expect(screen(['100', '125', null, '93.75'])).toEqual({ kept: ['100', '125', null, '93.75'], quarantined: [] });
  });

  it('quarantines a value that the next day does not confirm', () => {
    expect(screen(['100', '0.8', null, '101'])).toEqual({
      kept: ['100', null, null, '101'],
      quarantined: [{ index: 1, value: '0.8' }],
    });
  });

  it('believes a devaluation that the next day confirms', () => {
    const values = ['100', '101', '160', '165'];
    expect(screen(values)).toEqual({ kept: values, quarantined: [] });
  });

  it('quarantines a move on the last day, which nothing confirms yet', () => {
    expect(screen(['100', '160'])).toEqual({ kept: ['100', null], quarantined: [{ index: 1, value: '160' }] });
  });

  it('quarantines a wrong value on the first day', () => {
    expect(screen(['1', '100', '101'])).toEqual({
      kept: [null, '100', '101'],
      quarantined: [{ index: 0, value: '1' }],
    });
  });
});
