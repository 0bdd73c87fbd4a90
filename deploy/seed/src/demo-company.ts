import { addDays, monthsBefore, type IsoDate } from '@outlay/rules';
import { Chance } from './chance.js';
import { type Category, type DemoClaim, type Fate, type Gap, type Purchase } from './claim.js';
import { purchaseAtHome } from './desk.js';
import { fateOf } from './fates.js';
import { PEOPLE, type Person } from './people.js';
import { PLACES } from './places.js';
import { purchasesOfTrip } from './trips.js';

export const CLAIMS = 200;
const MONTHS = 11;
const TRAVEL_SHARE = 0.75;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const DUPLICATES: readonly { category: Category; fate: Fate; why: (justification: string) => string }[] = [
  { category: 'Restaurant', fate: { status: 'submitted' }, why: (justification) => `${justification} (card slip)` },
  { category: 'Hotel', fate: { status: 'submitted' }, why: (justification) => `Hotel: ${justification}` },
  {
    category: 'Taxi / Ride',
    fate: { status: 'approved', anyway: true },
    why: () => 'Second ride of the day, same fare as the first',
  },
];
const OVERRIDES: readonly DemoClaim['override'][] = [
  { factor: '1.018', reason: 'Rate on my card statement' },
  { factor: '0.976', reason: 'Changed cash at the bank on arrival, slip attached to the receipt' },
  { factor: '1.031', reason: 'Card issuer added its foreign exchange fee' },
  { factor: '0.988', reason: 'Booked in advance, charged at an earlier rate' },
];
const HONOR_DECLARATIONS = 5;
const GAPS: readonly (readonly Gap[])[] = [
  ['receipt'],
  [],
  ['receipt', 'amount'],
  [],
  ['category'],
  ['receipt', 'amount', 'category'],
];

/** The claims of a sample company's last eleven months; the same for the same seed and day. */
export function demoClaims(seed: string, today: IsoDate): DemoClaim[] {
  const chance = new Chance(seed);
  const purchases = purchasesOf(chance, today);
  const plain = purchases.map((purchase) => ({
    purchase,
    fate: fateOf(chance, purchase, today),
    noReceipt: false,
    gaps: [],
    override: null,
    duplicate: false,
  }));
  const claims = withGaps(withHonorDeclarations(withOverrides(plain)));
  return [...claims, ...duplicatesOf(claims)];
}

/** Journeys first, then what is bought at home; no two of one owner with the same day, amount and currency. */
function purchasesOf(chance: Chance, today: IsoDate): Purchase[] {
  const earliest = monthsBefore(today, MONTHS);
  const days = (Date.parse(today) - Date.parse(earliest)) / 86_400_000;
  // Steps of the golden ratio leave no month empty; the power puts more of late, so that there is something to review.
  let turn = chance.next();
  const daysAgo = (least: number) => {
    turn = (turn + GOLDEN_RATIO) % 1;
    return least + Math.floor((days - least) * turn ** 1.6);
  };
  const travellers = PEOPLE.flatMap((person) => Array<Person>(person.share).fill(person)) as [Person, ...Person[]];
  const wanted = CLAIMS - DUPLICATES.length;
  const bought = new Map<string, Purchase>();
  const keep = (purchase: Purchase) => {
    if (bought.size < wanted) bought.set(twinKey(purchase), purchase);
  };

  // Place after place and traveller after traveller, so that every currency and everybody comes up.
  for (
    let trip = 0, places = chance.shuffle(PLACES), crew = chance.shuffle(travellers);
    bought.size < wanted * TRAVEL_SHARE;
    trip += 1
  ) {
    const traveller = crew[trip % crew.length];
    const place = places[trip % places.length];
    if (!traveller || !place || place.city === traveller.home) continue;
    const nights = chance.int(2, 4);
    const start = addDays(today, -daysAgo(nights));
    purchasesOfTrip(chance, { traveller, place, start, nights, earliest }).forEach(keep);
  }
  while (bought.size < wanted) keep(purchaseAtHome(chance, chance.pick(travellers), addDays(today, -daysAgo(0))));
  return [...bought.values()].sort((a, b) => a.receipt.date.localeCompare(b.receipt.date));
}

function twinKey(purchase: Purchase): string {
  const { currency, date, lines } = purchase.receipt;
  return [purchase.owner.email, date, currency, ...lines.map(({ price }) => price)].join(' ');
}

/** Overrides by partners, where money was changed. */
function withOverrides(claims: readonly DemoClaim[]): DemoClaim[] {
  const eligible = claims.filter(({ purchase: { owner, receipt }, fate }) => {
    const changed = receipt.currency !== owner.reimbursementCurrency && receipt.style !== 'app';
    return owner.role === 'partner' && changed && fate.status !== 'draft';
  });
  const chosen = evenly(eligible, OVERRIDES.length);
  return claims.map((claim) => ({ ...claim, override: OVERRIDES[chosen.indexOf(claim)] ?? null }));
}

/** Partners who lost the receipt of something small. */
function withHonorDeclarations(claims: readonly DemoClaim[]): DemoClaim[] {
  const eligible = claims.filter(({ purchase: { owner, category }, override, fate }) => {
    const small = category === 'Taxi / Ride' || category === 'Restaurant';
    return owner.role === 'partner' && small && override === null && fate.status !== 'draft';
  });
  const chosen = evenly(eligible, HONOR_DECLARATIONS);
  return claims.map((claim) => ({ ...claim, noReceipt: chosen.includes(claim) }));
}

/** So many of the items, spread over all of them. */
function evenly<T>(items: readonly T[], count: number): T[] {
  const step = items.length / count;
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Some drafts are complete, some have just been begun. */
function withGaps(claims: readonly DemoClaim[]): DemoClaim[] {
  let drafts = 0;
  return claims.map((claim) =>
    claim.fate.status === 'draft' ? { ...claim, gaps: GAPS[drafts++ % GAPS.length] ?? [] } : claim,
  );
}

/** Claims that say again what an approved or paid one of the same owner says. */
function duplicatesOf(claims: readonly DemoClaim[]): DemoClaim[] {
  const candidates = claims.filter(
    ({ purchase, fate, noReceipt }) =>
      (fate.status === 'approved' || fate.status === 'paid') && !noReceipt && !purchase.owner.left,
  );
  return DUPLICATES.map(({ category, fate, why }, index) => {
    const original = candidates.findLast(({ purchase }) => purchase.category === category) ?? candidates.at(-1 - index);
    if (!original) throw new RangeError('No approved claim to make a duplicate of');
    const { purchase } = original;
    const { receipt } = purchase;
    return {
      ...original,
      fate,
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
