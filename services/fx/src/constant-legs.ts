import type { Decimal } from '@outlay/rules';
import type { LegSource } from './leg.js';

/** The CFA francs have a fixed rate to the euro, as the lev had until the euro replaced it. */
const PER_EUR: ReadonlyMap<string, Decimal> = new Map([
  ['EUR', '1'],
  ['XOF', '655.957'],
  ['XAF', '655.957'],
  ['BGN', '1.95583'],
]);

export const CONSTANT_CURRENCIES: ReadonlySet<string> = new Set(PER_EUR.keys());

export const constantLegs: LegSource = {
  async newest(quote, date) {
    const perEur = PER_EUR.get(quote);
    return perEur === undefined ? null : { quote, date, perEur, source: 'peg' };
  },
};
