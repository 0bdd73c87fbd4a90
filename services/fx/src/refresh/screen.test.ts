import { middleOfFirst, screen } from './screen.js';

const days = (...values: (string | null)[]) =>
  values.flatMap((perEur, index) => (perEur === null ? [] : [{ date: `2026-01-0${index + 1}`, perEur }]));
const kept = (currency: string, reference: string | null, ...values: (string | null)[]) =>
  screen(currency, days(...values), reference).kept.map(({ perEur }) => perEur);
const refused = (currency: string, reference: string | null, ...values: (string | null)[]) =>
  screen(currency, days(...values), reference).refused.map(({ perEur, reason }) => [perEur, reason]);

describe('values of a source', () => {
  it('move by a tenth a day for a major, and by a quarter for any other', () => {
    expect(kept('USD', '1', '1.1', '0.99', null, '1.08')).toEqual(['1.1', '0.99', '1.08']);
    expect(refused('USD', '1', '1.1000001')).toEqual([['1.1000001', 'unconfirmed']]);
    expect(refused('USD', '1', '0.8999999')).toEqual([['0.8999999', 'unconfirmed']]);
    expect(kept('KES', '100', '125', '93.75')).toEqual(['125', '93.75']);
    expect(refused('KES', '100', '125.1')).toEqual([['125.1', 'unconfirmed']]);
  });

  it.each(['0', '-1', 'NaN', '1e-30', '', '1,2', '0x10', 'Infinity', '1e309'])('are not a rate: %p', (value) => {
    expect(screen('USD', days('1.1', value, '1.12'), '1.1')).toEqual({
      kept: days('1.1', null, '1.12'),
      refused: [{ date: '2026-01-02', perEur: value, reason: 'not_a_rate', reference: null }],
    });
  });

  it('wait for the value published next when they move too far, and are refused when it does not confirm them', () => {
    expect(kept('NGN', '100', '160', '165')).toEqual(['160', '165']);
    expect(refused('NGN', '100', '160')).toEqual([['160', 'unconfirmed']]);
    expect(refused('NGN', '100', '160', null, '101')).toEqual([['160', 'unconfirmed']]);
    expect(kept('NGN', '100', '160', null, '101')).toEqual(['101']);
  });

  it('are not confirmed by the same slip on the next day when they are off by threefold or more', () => {
    expect(refused('USD', '1.1', '1000000000', '1000000000')).toEqual([
      ['1000000000', 'impossible'],
      ['1000000000', 'impossible'],
    ]);
    expect(refused('USD', '1.1', '0.011', '0.011', '0.011')).toHaveLength(3);
    expect(kept('ARS', '366', '800', '801')).toEqual(['800', '801']);
    expect(refused('LBP', '1507', '15000', '15000')).toHaveLength(2);
  });

  it('are a new rate altogether when ten more agree with it, but for what no money is worth', () => {
    const series = (value: string, count: number) =>
      Array.from({ length: count }, (_, day) => ({ date: `2026-01-${10 + day}`, perEur: value }));
    expect(screen('IRR', series('1163416', 11), '49000').kept).toHaveLength(11);
    expect(screen('IRR', series('1163416', 10), '49000').kept).toHaveLength(0);
    expect(screen('IRR', [...series('1163416', 9), ...series('49000', 20).slice(9)], '49000').refused).toHaveLength(9);
    expect(screen('IRR', series('1000000000', 20), '49000').kept).toHaveLength(0);
    expect(screen('KWD', series('0.049', 20), '0.35').kept).toHaveLength(0);
  });

  it('are not believed where there is nothing to compare them with', () => {
    expect(refused('GHS', null, '12', '12.1')).toEqual([
      ['12', 'no_reference'],
      ['12.1', 'no_reference'],
    ]);
  });

  it('say what they were compared with', () => {
    expect(screen('USD', days('1.2', '9'), '1.15').refused).toEqual([
      { date: '2026-01-02', perEur: '9', reason: 'impossible', reference: '1.2' },
    ]);
  });

  it('come in any order', () => {
    expect(screen('USD', days('1.0', '1.09', '1.18').reverse(), '1').kept).toEqual(days('1.0', '1.09', '1.18'));
  });

  it('begin with the middle one of the first three, where a table has nothing older', () => {
    expect(middleOfFirst(days('1', '100', '101'))).toBe('100');
    expect(middleOfFirst(days('100'))).toBe('100');
    expect(middleOfFirst(days('0', 'garbage'))).toBeNull();
  });
});
