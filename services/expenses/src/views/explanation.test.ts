import fc from 'fast-check';
import type { ExpenseEvent } from '@outlay/contracts';
import { divideDecimals, decimalPlaces, multiplyDecimals, roundHalfUp } from '@outlay/rules';
import { aRate, anEvent, recorded } from '../testing/builders.js';
import { explain } from './explanation.js';

const explained = (events: readonly ExpenseEvent[]) => explain(events.map(recorded));
const amended = (data: Extract<ExpenseEvent, { type: 'ExpenseAmendedByAdmin' }>['data']): ExpenseEvent => ({
  type: 'ExpenseAmendedByAdmin',
  data,
});
const dollars = aRate('1.137907', { source: 'currency-api', effectiveDate: '2026-07-24' });

describe('the explanation of a reimbursement', () => {
  it('names each term, its event and who brought it', () => {
    const { formula, amount, rate, override, product, reimbursement } = explained([
      anEvent.submitted({ amount: '142.89' }, dollars),
      anEvent.overridden('1.160670', '1.137907'),
    ]);
    expect(formula).toBe(
      '142.89 EUR × 1.160670 (override by anna@example.org of 1.137907, currency-api of 2026-07-24, +2.00%, ' +
        '"Card statement") = 165.8481363 → 165.85 EUR, half up',
    );
    expect(amount).toMatchObject({ value: '142.89', currency: 'EUR', by: { eventType: 'ExpenseSubmitted' } });
    expect(rate).toMatchObject({ value: '1.137907', source: 'currency-api', legs: null, by: { revision: 0 } });
    expect(override).toMatchObject({
      value: '1.160670',
      deviationPercent: '2.00',
      reason: 'Card statement',
      by: { eventId: 'event-1', eventType: 'RateOverridden', revision: 1, at: '2026-06-15T10:00:01.000Z' },
    });
    expect(product).toBe('165.8481363');
    expect(reimbursement).toEqual({ value: '165.85', currency: 'EUR' });
  });

  it('has both legs of a cross rate, which give the rate again', () => {
    const legs: NonNullable<typeof dollars.legs> = [
      { currency: 'KES', perEur: '148.9248', source: 'CBK' },
      { currency: 'USD', perEur: '1.1500', source: 'ECB' },
    ];
    const { rate } = explained([
      anEvent.submitted({ currency: 'KES' }, aRate('0.00772202', { source: 'CBK × ECB', legs })),
    ]);
    const [from, to] = rate?.legs ?? [];
    expect(divideDecimals(to?.perEur ?? '', from?.perEur ?? '', decimalPlaces(rate?.value ?? ''))).toBe(rate?.value);
  });

  it('says which part of an amount came from whom after an amendment', () => {
    const events = [
      anEvent.submitted({ amount: '100.00' }, aRate('2')),
      anEvent.approved(),
      amended({ original: { amount: '50.00', currency: 'EUR', date: '2026-06-10', rate: aRate('2') } }),
      anEvent.approved(),
      anEvent.paid(),
    ];
    const { amount, rate, history, status } = explained(events);
    expect(status).toBe('paid');
    expect(amount?.by).toMatchObject({ eventType: 'ExpenseAmendedByAdmin', revision: 2 });
    // The new rate equals the old one.
    expect(rate?.by).toMatchObject({ eventType: 'ExpenseSubmitted', revision: 0 });
    expect(history.map(({ value, approved, by }) => [value, approved, by.revision])).toEqual([
      ['200.00', false, 0],
      ['200.00', true, 1],
      ['100.00', false, 2],
      ['100.00', true, 3],
    ]);
    expect(explained(events.slice(0, 2))).toMatchObject({ revision: 1, reimbursement: { value: '200.00' } });
  });

  it('shows an entered amount beside what was computed', () => {
    const { formula, entered, product, reimbursement } = explained([
      anEvent.submitted({ amount: '10.00' }, aRate('1.5')),
      amended({ reimbursement: { amount: '12.00', reason: 'Tip not covered' } }),
    ]);
    expect(formula).toBe(
      '12.00 EUR, entered by boss@example.org, "Tip not covered", in place of ' +
        '10.00 EUR × 1.5 (ecb of 2026-06-12) = 15 → 15.00 EUR, half up',
    );
    expect(entered).toMatchObject({ value: '12.00', by: { revision: 1 } });
    expect([product, reimbursement?.value]).toEqual(['15', '12.00']);
  });

  it('forgets an override that a later save or amendment dropped', () => {
    const first = [anEvent.submitted({}, aRate('1.1')), anEvent.overridden('1.12', '1.1')];
    expect(explained([...first, anEvent.submitted({}, aRate('1.1'))]).override).toBeNull();
    const { override, formula } = explained([...first, amended({ overrideCleared: true })]);
    expect(override).toBeNull();
    expect(formula).toBe('100.00 EUR × 1.1 (ecb of 2026-06-12) = 110 → 110.00 EUR, half up');
  });

  it('has no formula while the amount or the rate is missing', () => {
    expect(explained([anEvent.drafted({ amount: null, currency: null }, null)])).toMatchObject({
      formula: null,
      amount: null,
      rate: null,
      product: null,
      reimbursement: null,
      history: [{ value: null }],
    });
  });

  it('rounds the product half up, as the reimbursement is', () => {
    const { amount, rate, product, reimbursement } = explained([anEvent.submitted({ amount: '0.01' }, aRate('0.5'))]);
    expect(product).toBe(multiplyDecimals(amount?.value ?? '', rate?.value ?? ''));
    expect(reimbursement?.value).toBe(roundHalfUp(product ?? '', 2));
    expect(reimbursement?.value).toBe('0.01');
  });

  it('leaves out a figure that another event of the same append replaced', () => {
    const at = '2026-06-15T10:00:00.000Z';
    const events = [anEvent.submitted({}, aRate('1.1')), anEvent.overridden('1.12', '1.1')];
    const { history } = explain(events.map((event, index) => ({ ...recorded(event, index), at })));
    expect(history.map(({ value }) => value)).toEqual(['112.00']);
  });

  it('gives the figure of any claim again from its printed terms alone', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 }).map((value) => (value / 100).toFixed(2));
    const rates = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((value) => divideDecimals(String(value), '100000000', 8));
    const overrides = fc.option(fc.integer({ min: -50, max: 50 }).map((mille) => ((1000 + mille) / 1000).toFixed(3)));
    const entries = fc.option(cents, { freq: 4 });
    fc.assert(
      fc.property(cents, rates, overrides, entries, (amount, rate, factor, entered) => {
        const explanation = explained([
          anEvent.submitted({ amount }, aRate(rate)),
          ...(factor === null ? [] : [anEvent.overridden(multiplyDecimals(rate, factor), rate)]),
          ...(entered === null ? [] : [amended({ reimbursement: { amount: entered, reason: 'Agreed' } })]),
        ]);
        const applied = (explanation.override ?? explanation.rate)?.value ?? '';
        const computed = roundHalfUp(multiplyDecimals(explanation.amount?.value ?? '', applied), 2);
        expect(explanation.reimbursement?.value).toBe(explanation.entered?.value ?? computed);
      }),
      { numRuns: 10_000 },
    );
  });

  it('needs an expense that exists', () => {
    expect(() => explained([anEvent.drafted(), anEvent.deleted()])).toThrow(RangeError);
  });
});
