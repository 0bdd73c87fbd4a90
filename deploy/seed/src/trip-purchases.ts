import { addDays, type IsoDate } from '@outlay/rules';
import type { SeededRandom } from './seeded-random.js';
import type { Purchase } from './claim.js';
import type { Person } from './people.js';
import { placeOf, type Place } from './places.js';
import { createPurchase, type Offer } from './create-purchase.js';

interface Purpose {
  readonly what: string;
  readonly guests: string;
  readonly classification: Purchase['classification'];
}

const PURPOSES: readonly [Purpose, ...Purpose[]] = [
  { what: 'Energy Access Forum', guests: 'speakers of our panel', classification: 'support' },
  { what: 'Inclusive Payments Conference', guests: 'fintech founders', classification: 'support' },
  { what: 'Health Data Summit', guests: 'clinic network team', classification: 'support' },
  {
    what: 'field visit to the solar irrigation cooperatives',
    guests: 'cooperative leaders',
    classification: 'support',
  },
  { what: 'monitoring visit to the partner clinics', guests: 'clinic staff', classification: 'support' },
  { what: 'baseline survey of the smallholder programme', guests: 'survey enumerators', classification: 'support' },
  { what: 'finance training for portfolio companies', guests: 'trainees', classification: 'support' },
  { what: 'due diligence on a clean-cooking venture', guests: 'founders', classification: 'investment' },
  { what: 'board meeting of the cold-chain company', guests: 'board members', classification: 'investment' },
  { what: 'term sheet negotiations with a logistics start-up', guests: 'co-investors', classification: 'investment' },
  { what: 'portfolio review with the local team', guests: 'local team', classification: 'mix' },
  { what: 'annual partner retreat', guests: 'partner organisations', classification: 'mix' },
];

export interface TripPlan {
  readonly traveller: Person;
  readonly place: Place;
  readonly start: IsoDate;
  readonly nights: number;
  readonly earliest: IsoDate;
}

export function tripPurchases(
  random: SeededRandom,
  { traveller, place, start, nights, earliest }: TripPlan,
): Purchase[] {
  const purpose = random.pick(PURPOSES);
  const home = placeOf(traveller.home);
  const on = (date: IsoDate, where: Place, offer: Offer, justification: string) =>
    createPurchase(random, offer, {
      owner: traveller,
      classification: purpose.classification,
      place: where,
      date,
      justification,
    });
  const dayOfStay = () => addDays(start, random.int(0, nights));
  const booked = addDays(start, -random.int(6, 24));
  const guests = random.int(3, 7);

  const extras = [
    () => on(start, place, simCard(place), `Local SIM card and data for the ${purpose.what}`),
    () =>
      on(dayOfStay(), place, meetingRoom(random.pick(place.hotels)), `Meeting room for half a day, ${purpose.what}`),
    () => on(dayOfStay(), place, supplies(place), `Notebooks, markers and folders for the ${purpose.what}`),
    () => on(dayOfStay(), place, printing(place), `Printing of hand-outs for the ${purpose.what}`),
    () =>
      on(dayOfStay(), place, lunch(random.pick(place.restaurants)), `Working lunch in ${place.city}, ${purpose.what}`),
    () => on(addDays(start, nights), place, ride(place, 'to the airport'), `Taxi to ${place.city} airport, way home`),
  ];

  return [
    on(
      booked < earliest ? earliest : booked,
      home,
      ticket(home, place),
      `${ticketName(home, place)} for the ${purpose.what}`,
    ),
    on(start, place, ride(place, 'from the airport'), `Airport transfer on arrival in ${place.city}, ${purpose.what}`),
    on(
      addDays(start, nights),
      place,
      hotel(random.pick(place.hotels), nights),
      `${nights} nights in ${place.city}, ${purpose.what}`,
    ),
    on(
      dayOfStay(),
      place,
      dinner(random.pick(place.restaurants), guests),
      `Dinner with the ${purpose.guests}, ${guests} people`,
    ),
    ...random
      .shuffle(extras)
      .slice(0, random.int(0, 3))
      .map((extra) => extra()),
  ];
}

function ticketName(home: Place, place: Place): string {
  return `${hasRailLink(home, place) ? 'Return train' : 'Return flight'} ${home.city}–${place.city}`;
}

function hasRailLink(home: Place, place: Place): boolean {
  const europe = ['Paris', 'Berlin', 'Amsterdam', 'Zurich', 'London'];
  const america = ['New York', 'Washington'];
  return [europe, america].some((cities) => cities.includes(home.city) && cities.includes(place.city));
}

function ticket(home: Place, place: Place): Offer {
  const route = `${home.city}-${place.city}`;
  const common = { category: 'Plane / Train', style: 'invoice', taxed: false } as const;
  return hasRailLink(home, place)
    ? {
        ...common,
        merchant: 'Continental Rail',
        lines: [
          [`${route} return`, 90, 240],
          ['Seat reservation', 5, 12],
        ],
      }
    : {
        ...common,
        merchant: 'Northwind Airways',
        lines: [
          [`${route} return`, 240, 780],
          ['Airport taxes', 45, 120],
          ['Checked bag', 25, 50],
        ],
      };
}

function hotel(merchant: string, nights: number): Offer {
  const lines: Offer['lines'] = [
    [`Room, ${nights} nights`, nights * 85, nights * 140],
    ['Breakfast', nights * 9, nights * 15],
    ['City tax', nights * 2, nights * 4],
  ];
  return { category: 'Hotel', style: 'invoice', merchant, lines };
}

function ride(place: Place, where: string): Offer {
  const lines: Offer['lines'] = [
    [`Ride ${where}`, 16, 48],
    ['Waiting time', 1, 5],
  ];
  return { category: 'Taxi / Ride', style: 'app', merchant: place.taxi, lines, taxed: false };
}

function dinner(merchant: string, guests: number): Offer {
  const lines: Offer['lines'] = [
    [`${guests} x main course`, guests * 14, guests * 24],
    ['Starters to share', 14, 36],
    [`${guests} x soft drink`, guests * 3, guests * 5],
    ['Coffee', 4, 14],
  ];
  return { category: 'Restaurant', style: 'till', merchant, lines };
}

function lunch(merchant: string): Offer {
  return {
    category: 'Restaurant',
    style: 'till',
    merchant,
    lines: [
      ['2 x lunch of the day', 18, 34],
      ['Water', 3, 6],
    ],
  };
}

function simCard({ telecom: merchant }: Place): Offer {
  return {
    category: 'Communication',
    style: 'till',
    merchant,
    lines: [
      ['Prepaid SIM', 2, 6],
      ['Data bundle 20 GB', 10, 25],
    ],
  };
}

function meetingRoom(merchant: string): Offer {
  return {
    category: 'Other',
    style: 'invoice',
    merchant,
    lines: [
      ['Meeting room, half day', 90, 180],
      ['Coffee break', 30, 70],
    ],
  };
}

function supplies({ shop: merchant }: Place): Offer {
  return {
    category: 'Other',
    style: 'till',
    merchant,
    lines: [
      ['Notebooks', 12, 30],
      ['Markers', 6, 14],
      ['Folders', 5, 12],
    ],
  };
}

function printing({ shop: merchant }: Place): Offer {
  return {
    category: 'Other',
    style: 'till',
    merchant,
    lines: [
      ['Colour copies', 20, 60],
      ['Binding', 8, 18],
    ],
  };
}
