import type { Decimal } from '@outlay/rules';
import type { LegSource } from './leg.js';

/** The CFA francs are fixed to the euro, whatever a feed says (fx design). */
const PER_EUR: ReadonlyMap<string, Decimal> = new Map([
  ['EUR', '1'],
  ['XOF', '655.957'],
  ['XAF', '655.957'],
]);

/** Whose value is a constant, so that no feed is asked for it. */
export const CONSTANT_CURRENCIES: ReadonlySet<string> = new Set(PER_EUR.keys());

/** The legs that are the same on every day. */
export const constantLegs: LegSource = {
  async newest(quote, date) {
    const perEur = PER_EUR.get(quote);
    return perEur === undefined ? null : { quote, date, perEur, source: 'peg' };
  },
};
