import { addDays, monthsBefore, type IsoDate } from '@outlay/rules';
import { SeededRandom } from './seeded-random.js';
import { type Category, type DemoClaim, type Outcome, type MissingPart, type Purchase } from './claim.js';
import { officePurchase } from './office-purchases.js';
import { outcomeOf } from './outcomes.js';
import { PEOPLE, type Person } from './people.js';
import { PLACES } from './places.js';
import { tripPurchases } from './trip-purchases.js';

export const CLAIMS = 200;
export const DEMO_MONTHS = 11;
const TRAVEL_SHARE = 0.75;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const DUPLICATES: readonly { category: Category; outcome: Outcome; why: (justification: string) => string }[] = [
  { category: 'Restaurant', outcome: { status: 'submitted' }, why: (justification) => `${justification} (card slip)` },
  { category: 'Hotel', outcome: { status: 'submitted' }, why: (justification) => `Hotel: ${justification}` },
  {
    category: 'Taxi / Ride',
    outcome: { status: 'approved', approveAnyway: true },
    why: () => 'Second ride of the day, same fare as the first',
  },
];
const OVERRIDES: readonly DemoClaim['override'][] = [
  { factor: '1.018', reason: 'Rate on my card statement' },
  { factor: '0.976', reason: 'Changed cash at the bank on arrival, slip attached to the receipt' },
  { factor: '1.031', reason: 'Card issuer added its foreign exchange fee' },
  { factor: '0.988', reason: 'Booked in advance, charged at an earlier rate' },
];
const HONOUR_DECLARATIONS = 5;
const MISSING_PARTS: readonly (readonly MissingPart[])[] = [
  ['receipt'],
  [],
  ['receipt', 'amount'],
  [],
  ['category'],
  ['receipt', 'amount', 'category'],
];

/** The same seed and day give the same claims. */
export function demoClaims(seed: string, today: IsoDate): DemoClaim[] {
  const random = new SeededRandom(seed);
  const purchases = purchasesOf(random, today);
  const plain = purchases.map((purchase) => ({
    purchase,
    outcome: outcomeOf(random, purchase, today),
    noReceipt: false,
    missing: [],
    override: null,
    duplicate: false,
  }));
  const claims = withMissingParts(withHonourDeclarations(withOverrides(plain)));
  return [...claims, ...duplicatesOf(claims)];
}

/** No two purchases of one owner have the same date, amount and currency. */
function purchasesOf(random: SeededRandom, today: IsoDate): Purchase[] {
  const earliest = monthsBefore(today, DEMO_MONTHS);
  const days = (Date.parse(today) - Date.parse(earliest)) / 86_400_000;
  // Steps of the golden ratio leave no month empty; the power favours recent days.
  let position = random.next();
  const daysAgo = (least: number) => {
    position = (position + GOLDEN_RATIO) % 1;
    return least + Math.floor((days - least) * position ** 1.6);
  };
  const travellers = PEOPLE.flatMap((person) => Array<Person>(person.share).fill(person)) as [Person, ...Person[]];
  const wanted = CLAIMS - DUPLICATES.length;
  const purchases = new Map<string, Purchase>();
  const keep = (purchase: Purchase) => {
    if (purchases.size < wanted) purchases.set(duplicateKey(purchase), purchase);
  };

  // Every currency and every person comes up.
  const places = random.shuffle(PLACES);
  const turns = random.shuffle(travellers);
  for (let trip = 0; purchases.size < wanted * TRAVEL_SHARE; trip += 1) {
    const traveller = turns[trip % turns.length];
    const place = places[trip % places.length];
    if (!traveller || !place || place.city === traveller.home) continue;
    const nights = random.int(2, 4);
    const start = addDays(today, -daysAgo(nights));
    tripPurchases(random, { traveller, place, start, nights, earliest }).forEach(keep);
  }
  while (purchases.size < wanted) keep(officePurchase(random, random.pick(travellers), addDays(today, -daysAgo(0))));
  return [...purchases.values()].sort((a, b) => a.receipt.date.localeCompare(b.receipt.date));
}

function duplicateKey(purchase: Purchase): string {
  const { currency, date, lines } = purchase.receipt;
  return [purchase.owner.email, date, currency, ...lines.map(({ price }) => price)].join(' ');
}

function withOverrides(claims: readonly DemoClaim[]): DemoClaim[] {
  const eligible = claims.filter(({ purchase: { owner, receipt }, outcome }) => {
    const exchanged = receipt.currency !== owner.reimbursementCurrency && receipt.style !== 'app';
    return owner.role === 'partner' && exchanged && outcome.status !== 'draft';
  });
  const chosen = evenly(eligible, OVERRIDES.length);
  return claims.map((claim) => ({ ...claim, override: OVERRIDES[chosen.indexOf(claim)] ?? null }));
}

function withHonourDeclarations(claims: readonly DemoClaim[]): DemoClaim[] {
  const eligible = claims.filter(({ purchase: { owner, category }, override, outcome }) => {
    const small = category === 'Taxi / Ride' || category === 'Restaurant';
    return owner.role === 'partner' && small && override === null && outcome.status !== 'draft';
  });
  const chosen = evenly(eligible, HONOUR_DECLARATIONS);
  return claims.map((claim) => ({ ...claim, noReceipt: chosen.includes(claim) }));
}

function evenly<T>(items: readonly T[], count: number): T[] {
  const step = items.length / count;
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function withMissingParts(claims: readonly DemoClaim[]): DemoClaim[] {
  let drafts = 0;
  return claims.map((claim) =>
    claim.outcome.status === 'draft'
      ? { ...claim, missing: MISSING_PARTS[drafts++ % MISSING_PARTS.length] ?? [] }
      : claim,
  );
}

function duplicatesOf(claims: readonly DemoClaim[]): DemoClaim[] {
  const candidates = claims.filter(
    ({ purchase, outcome, noReceipt }) =>
      (outcome.status === 'approved' || outcome.status === 'paid') && !noReceipt && !purchase.owner.left,
  );
  return DUPLICATES.map(({ category, outcome, why }, index) => {
    const original = candidates.findLast(({ purchase }) => purchase.category === category) ?? candidates.at(-1 - index);
    if (!original) throw new RangeError('No approved claim to make a duplicate of');
    const { purchase } = original;
    const { receipt } = purchase;
    return {
      ...original,
      outcome,
      override: null,
      duplicate: true,
      purchase: {
        ...purchase,
        justification: why(purchase.justification),
        receipt: { ...receipt, number: `${receipt.number}-2` },
      },
    };
  });
}
