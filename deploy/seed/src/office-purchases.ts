import type { IsoDate } from '@outlay/rules';
import type { SeededRandom } from './seeded-random.js';
import type { Purchase } from './claim.js';
import type { Person } from './people.js';
import { placeOf, type Place } from './places.js';
import { createPurchase, type Offer } from './create-purchase.js';

type PurchaseIdea = (place: Place, month: string) => { offer: Offer; why: string };

const invoice = { style: 'invoice' } as const;
const IDEAS: readonly [PurchaseIdea, ...PurchaseIdea[]] = [
  (_, month) => ({
    offer: {
      ...invoice,
      category: 'IT',
      merchant: 'Nimbus Grid Cloud',
      lines: [
        ['Compute', 38, 110],
        ['Object storage', 4, 18],
        ['Database backup', 6, 20],
      ],
    },
    why: `Cloud invoice ${month}, impact data platform`,
  }),
  (_, month) => ({
    offer: { ...invoice, category: 'IT', merchant: 'Formwork Surveys', lines: [['Survey tool, team plan', 45, 80]] },
    why: `Survey tool subscription ${month}, smallholder programme`,
  }),
  () => ({
    offer: {
      ...invoice,
      category: 'IT',
      merchant: 'Hexagon Computer Supplies',
      lines: [
        ['USB-C dock', 70, 130],
        ['Laptop charger', 35, 60],
      ],
    },
    why: 'Replacement dock and charger for the office',
  }),
  () => ({
    offer: {
      ...invoice,
      category: 'IT',
      merchant: 'Palette Design Cloud',
      lines: [['Design tool, one year', 110, 160]],
    },
    why: 'Design tool licence for the annual impact report',
  }),
  (place, month) => ({
    offer: {
      ...invoice,
      category: 'Communication',
      merchant: place.telecom,
      lines: [
        ['Mobile plan', 18, 32],
        ['Calls abroad', 3, 24],
      ],
    },
    why: `Mobile phone bill ${month}, business calls`,
  }),
  (place, month) => ({
    offer: {
      ...invoice,
      category: 'Communication',
      merchant: place.telecom,
      lines: [['Home office internet', 25, 45]],
    },
    why: `Internet at the home office, ${month}`,
  }),
  (place) => ({
    offer: {
      category: 'Restaurant',
      style: 'till',
      merchant: place.restaurants[0],
      lines: [
        ['5 x lunch of the day', 55, 95],
        ['Drinks', 12, 25],
      ],
    },
    why: 'Team lunch to welcome new colleagues',
  }),
  (place) => ({
    offer: {
      category: 'Other',
      style: 'till',
      merchant: place.shop,
      lines: [
        ['Courier, documents', 18, 48],
        ['Envelope', 1, 3],
      ],
    },
    why: 'Courier for the signed grant agreements',
  }),
  (place) => ({
    offer: {
      category: 'Other',
      style: 'till',
      merchant: place.shop,
      lines: [
        ['Certified copies', 12, 30],
        ['Binding', 6, 15],
      ],
    },
    why: 'Certified copies for the audit file',
  }),
  (place) => ({
    offer: {
      category: 'Taxi / Ride',
      style: 'app',
      merchant: place.taxi,
      lines: [['Ride across town', 9, 24]],
      taxed: false,
    },
    why: `Taxi to a meeting with a grantee in ${place.city}`,
  }),
];

const monthOf = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function officePurchase(random: SeededRandom, owner: Person, date: IsoDate): Purchase {
  const place = placeOf(owner.home);
  const { offer, why } = random.pick(IDEAS)(place, monthOf.format(new Date(`${date}T00:00:00Z`)));
  const classification = random.pick(['support', 'support', 'investment', 'mix'] as const);
  return createPurchase(random, offer, { owner, classification, place, date, justification: why });
}
