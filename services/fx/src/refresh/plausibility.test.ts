import { checkPlausibility, initialReference } from './plausibility.js';

const days = (...values: (string | null)[]) =>
  values.flatMap((perEur, index) => (perEur === null ? [] : [{ date: `2026-01-0${index + 1}`, perEur }]));
const accepted = (currency: string, reference: string | null, ...values: (string | null)[]) =>
  checkPlausibility(currency, days(...values), reference).accepted.map(({ perEur }) => perEur);
const quarantined = (currency: string, reference: string | null, ...values: (string | null)[]) =>
  checkPlausibility(currency, days(...values), reference).quarantined.map(({ perEur, reason }) => [perEur, reason]);

describe('published values', () => {
  it('may move by a tenth a day for majors and by a quarter for other currencies', () => {
    expect(accepted('USD', '1', '1.1', '0.99', null, '1.08')).toEqual(['1.1', '0.99', '1.08']);
    expect(quarantined('USD', '1', '1.1000001')).toEqual([['1.1000001', 'unconfirmed']]);
    expect(quarantined('USD', '1', '0.8999999')).toEqual([['0.8999999', 'unconfirmed']]);
    expect(accepted('KES', '100', '125', '93.75')).toEqual(['125', '93.75']);
    expect(quarantined('KES', '100', '125.1')).toEqual([['125.1', 'unconfirmed']]);
  });

  it.each(['0', '-1', 'NaN', '1e-30', '', '1,2', '0x10', 'Infinity', '1e309'])(
    'are quarantined if they are no positive decimal: %p',
    (value) => {
      expect(checkPlausibility('USD', days('1.1', value, '1.12'), '1.1')).toEqual({
        accepted: days('1.1', null, '1.12'),
        quarantined: [{ date: '2026-01-02', perEur: value, reason: 'not_a_rate', reference: null }],
      });
    },
  );

  it('that move too far are accepted only if the next value confirms them', () => {
    expect(accepted('NGN', '100', '160', '165')).toEqual(['160', '165']);
    expect(quarantined('NGN', '100', '160')).toEqual([['160', 'unconfirmed']]);
    expect(quarantined('NGN', '100', '160', null, '101')).toEqual([['160', 'unconfirmed']]);
    expect(accepted('NGN', '100', '160', null, '101')).toEqual(['101']);
  });

  it('off by a factor of three or more are not confirmed by a single next value', () => {
    expect(quarantined('USD', '1.1', '1000000000', '1000000000')).toEqual([
      ['1000000000', 'impossible'],
      ['1000000000', 'impossible'],
    ]);
    expect(quarantined('USD', '1.1', '0.011', '0.011', '0.011')).toHaveLength(3);
    expect(accepted('ARS', '366', '800', '801')).toEqual(['800', '801']);
    expect(quarantined('LBP', '1507', '15000', '15000')).toHaveLength(2);
  });

  it('are accepted as a new rate when ten more agree, unless the value is impossible', () => {
    const series = (value: string, count: number) =>
      Array.from({ length: count }, (_, day) => ({ date: `2026-01-${10 + day}`, perEur: value }));
    expect(checkPlausibility('IRR', series('1163416', 11), '49000').accepted).toHaveLength(11);
    expect(checkPlausibility('IRR', series('1163416', 10), '49000').accepted).toHaveLength(0);
    expect(
      checkPlausibility('IRR', [...series('1163416', 9), ...series('49000', 20).slice(9)], '49000').quarantined,
    ).toHaveLength(9);
    expect(checkPlausibility('IRR', series('1000000000', 20), '49000').accepted).toHaveLength(0);
    expect(checkPlausibility('KWD', series('0.049', 20), '0.35').accepted).toHaveLength(0);
  });

  it('are quarantined without a reference', () => {
    expect(quarantined('GHS', null, '12', '12.1')).toEqual([
      ['12', 'no_reference'],
      ['12.1', 'no_reference'],
    ]);
  });

  it('are quarantined with their reference', () => {
    expect(checkPlausibility('USD', days('1.2', '9'), '1.15').quarantined).toEqual([
      { date: '2026-01-02', perEur: '9', reason: 'impossible', reference: '1.2' },
    ]);
  });

  it('may be in any order', () => {
    expect(checkPlausibility('USD', days('1.0', '1.09', '1.18').reverse(), '1').accepted).toEqual(
      days('1.0', '1.09', '1.18'),
    );
  });

  it('have the median of the first three as the initial reference', () => {
    expect(initialReference(days('1', '100', '101'))).toBe('100');
    expect(initialReference(days('100'))).toBe('100');
    expect(initialReference(days('0', 'garbage'))).toBeNull();
  });
});
