import type { IsoDate } from '@outlay/rules';
import type { SeededRandom } from './seeded-random.js';
import type { Category, Purchase } from './claim.js';
import { COMPANY, nameOf, type Person } from './people.js';
import { localPrice, type Place } from './places.js';
import type { ReceiptStyle } from './receipts/receipt.js';

/** Prices are the lowest and highest in Berlin, in euros. */
export interface Offer {
  readonly category: Category;
  readonly style: ReceiptStyle;
  readonly merchant: string;
  readonly lines: readonly (readonly [label: string, lowest: number, highest: number])[];
  readonly taxed?: boolean;
}

export interface PurchaseContext {
  readonly owner: Person;
  readonly classification: Purchase['classification'];
  readonly place: Place;
  readonly date: IsoDate;
  readonly justification: string;
}

export function createPurchase(
  random: SeededRandom,
  offer: Offer,
  { place, date, ...occasion }: PurchaseContext,
): Purchase {
  return {
    owner: occasion.owner,
    category: offer.category,
    classification: occasion.classification,
    justification: occasion.justification,
    receipt: {
      style: offer.style,
      merchant: offer.merchant,
      address: [random.pick(place.streets), `${place.city}, ${place.country}`],
      number: `${date.slice(2, 4)}-${random.int(10_000, 99_999)}`,
      date,
      currency: place.currency,
      lines: offer.lines.map(([label, lowest, highest]) => ({
        label,
        price: localPrice(random, place, lowest, highest),
      })),
      tax: offer.taxed === false ? null : place.tax,
      billedTo: `${nameOf(occasion.owner)}, ${COMPANY}`,
    },
  };
}
