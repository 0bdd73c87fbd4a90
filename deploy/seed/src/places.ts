import { divideDecimals, multiplyDecimals, roundHalfUp, type Decimal } from '@outlay/rules';
import type { SeededRandom } from './seeded-random.js';

/** The factors make prices plausible; the server has the exchange rates. */
const MONEY = {
  EUR: { perEur: '1', step: '0.10' },
  USD: { perEur: '1.15', step: '0.05' },
  GBP: { perEur: '0.87', step: '0.10' },
  CHF: { perEur: '0.94', step: '0.05' },
  KES: { perEur: '149', step: '10' },
  NGN: { perEur: '1680', step: '50' },
  ZAR: { perEur: '20', step: '0.50' },
  XOF: { perEur: '655.957', step: '50' },
  XAF: { perEur: '655.957', step: '50' },
  GHS: { perEur: '12.9', step: '1' },
  MAD: { perEur: '10.7', step: '0.50' },
  EGP: { perEur: '55', step: '5' },
  JPY: { perEur: '178', step: '10' },
} as const satisfies Record<string, { perEur: Decimal; step: Decimal }>;
export type DemoCurrency = keyof typeof MONEY;

type Names = readonly [string, ...string[]];

export interface Place {
  readonly city: string;
  readonly country: string;
  readonly currency: DemoCurrency;
  readonly level: number;
  readonly tax: { readonly name: string; readonly percent: Decimal };
  readonly streets: Names;
  readonly hotels: Names;
  readonly restaurants: Names;
  readonly taxi: string;
  readonly telecom: string;
  readonly shop: string;
}

// prettier-ignore
export const PLACES: readonly Place[] = [
  { city: 'Paris', country: 'France', currency: 'EUR', level: 1.2, tax: { name: 'TVA', percent: '20' }, streets: ['12 rue des Tilleuls', '48 quai du Nord'], hotels: ['Hôtel du Marronnier'], restaurants: ['Le Petit Figuier', 'Brasserie Rive Claire'], taxi: 'Taxis Lutèce', telecom: 'Voix Mobile', shop: 'Papeterie Saint-Roch' },
  { city: 'Berlin', country: 'Germany', currency: 'EUR', level: 1, tax: { name: 'USt', percent: '19' }, streets: ['Ahornallee 7', 'Lindenufer 31'], hotels: ['Hotel Spreegarten'], restaurants: ['Gasthaus Kastanie', 'Zum Blauen Krug'], taxi: 'Funktaxi Mitte', telecom: 'Fernklang Mobil', shop: 'Copyhaus Ahorn' },
  { city: 'Lisbon', country: 'Portugal', currency: 'EUR', level: 0.8, tax: { name: 'IVA', percent: '23' }, streets: ['Rua das Oliveiras 15', 'Travessa do Sol 4'], hotels: ['Casa da Encosta'], restaurants: ['Tasca do Limoeiro', 'Cantina da Ribeira'], taxi: 'Taxis Tejo', telecom: 'Onda Móvel', shop: 'Gráfica Central' },
  { city: 'Amsterdam', country: 'Netherlands', currency: 'EUR', level: 1.2, tax: { name: 'BTW', percent: '21' }, streets: ['Kastanjekade 22', 'Wilgenstraat 9'], hotels: ['Hotel Kanaalzicht'], restaurants: ['Eetcafé De Reiger', 'Bistro Noordkade'], taxi: 'Grachten Taxi', telecom: 'Belwind', shop: 'Drukwerk Oost' },
  { city: 'New York', country: 'USA', currency: 'USD', level: 1.5, tax: { name: 'Sales tax', percent: '8.875' }, streets: ['210 Alder Street', '77 Quarry Avenue'], hotels: ['The Alder House'], restaurants: ['Quarry Street Grill', 'Noodle Yard'], taxi: 'Five Boro Cabs', telecom: 'Lumen Wireless', shop: 'Avenue Print & Ship' },
  { city: 'Washington', country: 'USA', currency: 'USD', level: 1.3, tax: { name: 'Sales tax', percent: '10' }, streets: ['1400 Chestnut Street', '35 Heron Place'], hotels: ['Heron Park Hotel'], restaurants: ['Chestnut Tavern', 'Blue Heron Kitchen'], taxi: 'Potomac Rides', telecom: 'Lumen Wireless', shop: 'District Copy Center' },
  { city: 'London', country: 'United Kingdom', currency: 'GBP', level: 1.4, tax: { name: 'VAT', percent: '20' }, streets: ['18 Rowan Lane', '3 Wharf Yard'], hotels: ['The Rowan Rooms'], restaurants: ['The Copper Ladle', 'Wharf Yard Kitchen'], taxi: 'Rowan Black Cabs', telecom: 'Kite Mobile', shop: 'Ink & Paper Works' },
  { city: 'Zurich', country: 'Switzerland', currency: 'CHF', level: 1.6, tax: { name: 'MWST', percent: '8.1' }, streets: ['Seeweg 14', 'Buchenstrasse 52'], hotels: ['Hotel Seeblick am Park'], restaurants: ['Wirtschaft zur Buche', 'Osteria Lago'], taxi: 'Limmat Taxi', telecom: 'Alpenfunk', shop: 'Druckerei Buchen' },
  { city: 'Nairobi', country: 'Kenya', currency: 'KES', level: 0.7, tax: { name: 'VAT', percent: '16' }, streets: ['Jacaranda Road 25', 'Croton Close 8'], hotels: ['Jacaranda Court Hotel', 'Ngong View Lodge'], restaurants: ['Mama Akinyi Kitchen', 'The Croton Terrace'], taxi: 'Twiga Rides', telecom: 'Savanna Mobile', shop: 'Jacaranda Stationers' },
  { city: 'Lagos', country: 'Nigeria', currency: 'NGN', level: 0.7, tax: { name: 'VAT', percent: '7.5' }, streets: ['14 Palm Grove Way', '6 Marina Crescent'], hotels: ['Lagoon Crest Hotel', 'Palm Grove Suites'], restaurants: ['Iya Bisi Buka', 'Marina Crescent Grill'], taxi: 'Eko Swift Cabs', telecom: 'Harmattan Telecom', shop: 'Grove Business Centre' },
  { city: 'Cape Town', country: 'South Africa', currency: 'ZAR', level: 0.7, tax: { name: 'VAT', percent: '15' }, streets: ['9 Protea Street', '61 Harbour Row'], hotels: ['Protea Hill House', 'Harbour Row Hotel'], restaurants: ['Fynbos Table', 'Harbour Row Fish House'], taxi: 'Table Bay Shuttles', telecom: 'Springbok Mobile', shop: 'Protea Print Works' },
  { city: 'Dakar', country: 'Senegal', currency: 'XOF', level: 0.75, tax: { name: 'TVA', percent: '18' }, streets: ['Rue des Manguiers 11', 'Corniche Est 40'], hotels: ['Hôtel Les Manguiers', 'Résidence Corniche'], restaurants: ['Chez Tante Awa', 'La Pirogue Bleue'], taxi: 'Taxi Teranga', telecom: 'Baobab Télécom', shop: 'Imprimerie du Plateau' },
  { city: 'Abidjan', country: "Côte d'Ivoire", currency: 'XOF', level: 0.8, tax: { name: 'TVA', percent: '18' }, streets: ['Avenue des Cocotiers 19', 'Rue du Lac 5'], hotels: ['Hôtel Lagune Verte'], restaurants: ['Maquis du Lac', 'Le Cocotier'], taxi: 'Taxi Lagune', telecom: 'Baobab Télécom', shop: 'Copie Express Cocody' },
  { city: 'Douala', country: 'Cameroon', currency: 'XAF', level: 0.7, tax: { name: 'TVA', percent: '19.25' }, streets: ['Rue du Wouri 23', 'Avenue des Palmiers 2'], hotels: ['Hôtel du Wouri'], restaurants: ['La Table du Wouri', 'Chez Mado'], taxi: 'Wouri Transport', telecom: 'Mboa Mobile', shop: 'Papeterie Akwa' },
  { city: 'Accra', country: 'Ghana', currency: 'GHS', level: 0.7, tax: { name: 'VAT', percent: '15' }, streets: ['22 Shea Street', '5 Osu Garden Lane'], hotels: ['Shea Garden Hotel', 'Osu Lane Guesthouse'], restaurants: ['Auntie Efua Chop House', 'Osu Garden Grill'], taxi: 'Black Star Cars', telecom: 'Volta Mobile', shop: 'Shea Street Printers' },
  { city: 'Casablanca', country: 'Morocco', currency: 'MAD', level: 0.7, tax: { name: 'TVA', percent: '20' }, streets: ['Rue des Orangers 33', 'Boulevard de la Baie 8'], hotels: ['Riad des Orangers', 'Hôtel de la Baie'], restaurants: ['Dar Zitoune', 'Le Pêcheur de la Baie'], taxi: 'Atlas Taxi', telecom: 'Atlas Connect', shop: 'Imprimerie des Orangers' },
  { city: 'Cairo', country: 'Egypt', currency: 'EGP', level: 0.6, tax: { name: 'VAT', percent: '14' }, streets: ['17 Sycamore Street', '4 Nile Garden Road'], hotels: ['Nile Garden Hotel'], restaurants: ['Felfela Garden Table', 'Abu Samra Grill'], taxi: 'Lotus Cars', telecom: 'Papyrus Mobile', shop: 'Sycamore Copy Centre' },
  { city: 'Tokyo', country: 'Japan', currency: 'JPY', level: 1, tax: { name: 'Tax', percent: '10' }, streets: ['2-8 Sakuradai', '5-1 Minami Hills'], hotels: ['Sakuradai Stay'], restaurants: ['Izakaya Tanpopo', 'Soba Minami'], taxi: 'Sakura Kotsu', telecom: 'Hotaru Mobile', shop: 'Minami Copy' },
];

/** @throws RangeError if the demo has no such city */
export function placeOf(city: string): Place {
  const place = PLACES.find((candidate) => candidate.city === city);
  if (!place) throw new RangeError(`No such place: ${city}`);
  return place;
}

/** `lowest` and `highest` are euros in Berlin. Rounded as on a price label. */
export function localPrice(random: SeededRandom, place: Place, lowest: number, highest: number): Decimal {
  const { perEur, step } = MONEY[place.currency];
  const euros = (lowest + random.next() * (highest - lowest)) * place.level;
  const steps = Math.max(1, Math.round((euros * Number(perEur)) / Number(step)));
  return roundHalfUp(multiplyDecimals(String(steps), step), 2);
}

export function convertRoughly(price: Decimal, from: DemoCurrency, to: DemoCurrency): Decimal {
  return roundHalfUp(multiplyDecimals(divideDecimals(price, MONEY[from].perEur, 6), MONEY[to].perEur), 2);
}
