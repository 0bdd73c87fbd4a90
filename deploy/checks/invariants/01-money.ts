import { reimbursementOf } from '@outlay/rules';
import { SeededRandom } from '@outlay/seed';
import { countAt, Tally, type Check, type CheckContext, type Outcome } from './check.js';
import { halfUpCents, times, toText, type Exact } from './exact.js';

export const money: Check = {
  number: 1,
  name: 'reimbursement = half-up(amount × rate, 2)',
  fullScale: 800_000,
  run: async (context, scale) => checkConversions(context, countAt(800_000, scale)),
};

export function checkConversions(
  context: CheckContext,
  count: number,
  convert: (amount: string, rate: string) => string = reimbursementOf,
): Outcome {
  const random = new SeededRandom(`money ${context.seed}`);
  const tally = new Tally(context, count);
  for (let index = 0; index < count; index += 1) {
    const { amount, rate } = KINDS[index % KINDS.length]?.(random) ?? atTie(random);
    const expected = toText({ units: halfUpCents(times(amount, rate)), places: 2 });
    const actual = convert(toText(amount), toText(rate));
    tally.add(actual === expected ? null : `${toText(amount)} × ${toText(rate)} is ${expected}, not ${actual}`);
  }
  return tally.outcome();
}

interface Conversion {
  readonly amount: Exact;
  readonly rate: Exact;
}

const KINDS: readonly ((random: SeededRandom) => Conversion)[] = [atTie, nearTie, weakCurrency, anyConversion];

/** Ends in exactly half a cent: A cents times R / 10^d, where A·R is an odd multiple of 10^d / 2 = 5^d · 2^(d-1). */
function atTie(random: SeededRandom): Conversion {
  const decimals = random.int(1, 6);
  const fives = random.int(0, decimals);
  const twos = random.int(0, decimals - 1);
  const odd = (below: number) => BigInt(2 * random.int(0, below) + 1);
  const amount = odd(40_000) * 5n ** BigInt(fives) * 2n ** BigInt(twos);
  const rate = odd(4_000) * 5n ** BigInt(decimals - fives) * 2n ** BigInt(decimals - 1 - twos);
  return { amount: { units: amount, places: 2 }, rate: { units: rate, places: decimals } };
}

function nearTie(random: SeededRandom): Conversion {
  const { amount, rate } = atTie(random);
  const places = rate.places + random.int(0, 4);
  const units = rate.units * 10n ** BigInt(places - rate.places) + (random.boolean(0.5) ? 1n : -1n);
  return { amount, rate: { units: units > 0n ? units : 1n, places } };
}

function weakCurrency(random: SeededRandom): Conversion {
  const places = random.int(8, 14);
  return {
    amount: { units: BigInt(random.int(1, 1e12)), places: 2 },
    rate: { units: BigInt(random.int(100_000, 999_999)), places },
  };
}

function anyConversion(random: SeededRandom): Conversion {
  return {
    amount: { units: BigInt(random.int(0, 10_000_000)), places: 2 },
    rate: { units: BigInt(random.int(1, 200_000_000)), places: 6 },
  };
}
