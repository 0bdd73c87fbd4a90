type Some<T> = readonly [T, ...T[]];

interface Currency {
  readonly code: string | null;
  readonly write: (amount: string) => string;
}

export interface Language {
  readonly merchants: Some<string>;
  readonly addresses: Some<readonly string[]>;
  readonly taxNumber: string;
  readonly items: Some<string>;
  readonly currencies: Some<Currency>;
  readonly rates: Some<number>;
  readonly number: (cents: number) => string;
  readonly dates: Some<(day: Date) => string>;
  readonly title: string;
  readonly date: string;
  readonly due: string;
  readonly total: Some<string>;
  readonly net: Some<string>;
  readonly tax: Some<string>;
  readonly card: Some<string>;
  readonly cash: Some<string>;
  readonly change: Some<string>;
  readonly thanks: string;
}

const after = (code: string, sign: string): Currency => ({ code, write: (amount) => `${amount} ${sign}` });
const before = (code: string, sign: string): Currency => ({ code, write: (amount) => `${sign}${amount}` });
const EURO: Some<Currency> = [after('EUR', '€'), after('EUR', 'EUR'), before('EUR', 'EUR ')];
const UNSIGNED: Currency = { code: null, write: (amount) => amount };

const grouped = (thousands: string, decimals: string) => (cents: number) => {
  const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, thousands) + decimals + fraction;
};
const continental = grouped('.', ',');

const two = (value: number) => String(value).padStart(2, '0');
const numeric =
  (separator: string, years = 4) =>
  (day: Date) =>
    [two(day.getUTCDate()), two(day.getUTCMonth() + 1), String(day.getUTCFullYear()).slice(-years)].join(separator);
const iso = (day: Date) => day.toISOString().slice(0, 10);
const inWords = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (day: Date) => format.format(day);
};
const american = (day: Date) => `${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/${day.getUTCFullYear()}`;

const base: Omit<Language, 'currencies' | 'dates'> = {
  merchants: [
    'Riverside Hotel',
    'The Copper Kettle',
    'Hargreaves & Sons Ltd',
    'City Cabs',
    'Blue Door Coffee',
    'Northgate Stationers',
    'Harbour Fish Bar',
    'Acme Supplies Ltd',
  ],
  addresses: [
    ['12 Market Street', 'London EC1A 4XX', 'Tel 020 7946 0123'],
    ['44 Kenyatta Avenue', 'Nairobi', 'Tel: +254 20 555 0199'],
  ],
  taxNumber: 'VAT no. GB 123 4567 89',
  items: ['Coffee', 'Club sandwich', 'Room, one night', 'Notebook A5', 'Taxi ride', 'Soup of the day', 'USB cable'],
  rates: [20, 5, 16],
  number: grouped(',', '.'),
  title: 'Invoice',
  date: 'Date',
  due: 'Due date',
  total: ['TOTAL', 'Total', 'Amount due', 'Total to pay', 'Grand total'],
  net: ['Net', 'Subtotal', 'Total excl. VAT'],
  tax: ['VAT', 'incl. VAT'],
  card: ['VISA DEBIT', 'Card', 'Mastercard'],
  cash: ['Cash'],
  change: ['Change'],
  thanks: 'Thank you for your visit!',
};

export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    ...base,
    currencies: [before('GBP', '£'), before('KES', 'KSh '), before('EUR', '€'), before('ZAR', 'R'), UNSIGNED],
    dates: [numeric('/'), inWords('en-GB'), iso, numeric('/', 2)],
  },
  us: {
    ...base,
    merchants: ["Joe's Diner", 'Union Square Books', 'Golden Gate Cab Co', 'Maple Leaf Inn', 'Fifth Avenue Deli LLC'],
    addresses: [['350 5th Ave', 'New York, NY 10118', '(212) 555-0142']],
    taxNumber: 'Tax ID 12-3456789',
    rates: [8, 10],
    tax: ['Sales tax', 'Tax'],
    net: ['Subtotal'],
    currencies: [before('USD', '$'), before('USD', 'US$')],
    dates: [american, inWords('en-US')],
  },
  fr: {
    merchants: ['Le Petit Zinc', 'Hôtel des Alpes', 'Boulangerie Martin SARL', 'Taxi Parisien', 'Brasserie du Parc'],
    addresses: [
      ['12 rue de Lille', '75007 Paris', 'Tél. 01 42 61 20 26'],
      ['3 place Bellecour', '69002 Lyon'],
    ],
    taxNumber: 'N° TVA FR 40 303 265 045',
    items: ['Café', 'Menu du jour', 'Nuitée', 'Croissant', 'Course', 'Eau minérale', 'Plat du jour'],
    currencies: EURO,
    rates: [20, 10],
    number: grouped(' ', ','),
    dates: [numeric('/'), inWords('fr'), numeric('/', 2), numeric('.')],
    title: 'Facture n°',
    date: 'Date',
    due: 'Échéance',
    total: ['TOTAL TTC', 'Total TTC', 'Net à payer', 'Total à payer', 'TOTAL'],
    net: ['Total HT', 'Montant HT'],
    tax: ['TVA', 'dont TVA'],
    card: ['Carte bancaire', 'CB'],
    cash: ['Espèces'],
    change: ['Rendu'],
    thanks: 'Merci de votre visite',
  },
  de: {
    merchants: [
      'Gasthaus zur Linde',
      'Müller Bürobedarf GmbH',
      'Hotel Goldener Hirsch',
      'Taxi Schmidt',
      'Café Einstein',
    ],
    addresses: [
      ['Hauptstraße 5', '10115 Berlin', 'Tel. 030 1234567'],
      ['Am Markt 12', '80331 München'],
    ],
    taxNumber: 'USt-IdNr. DE123456789',
    items: ['Schnitzel', 'Apfelschorle', 'Übernachtung', 'Ordner A4', 'Fahrt', 'Kaffee', 'Suppe'],
    currencies: EURO,
    rates: [19, 7],
    number: continental,
    dates: [numeric('.'), inWords('de'), numeric('.', 2)],
    title: 'Rechnung Nr.',
    date: 'Datum',
    due: 'Fällig am',
    total: ['SUMME', 'Gesamtbetrag', 'Zu zahlen', 'Rechnungsbetrag', 'Total'],
    net: ['Netto', 'Nettobetrag', 'Zwischensumme'],
    tax: ['MwSt', 'USt', 'inkl. MwSt'],
    card: ['girocard', 'EC-Karte'],
    cash: ['Bar'],
    change: ['Rückgeld'],
    thanks: 'Vielen Dank für Ihren Besuch',
  },
  es: {
    merchants: ['Bar La Plaza', 'Hotel Sol y Mar', 'Papelería Central SL', 'Taxi Madrid', 'Restaurante El Faro'],
    addresses: [['Calle Mayor 8', '28013 Madrid', 'Tel. 915 55 01 22']],
    taxNumber: 'NIF B12345678',
    items: ['Café con leche', 'Menú del día', 'Habitación', 'Cuaderno', 'Trayecto', 'Agua', 'Tortilla'],
    currencies: EURO,
    rates: [21, 10],
    number: continental,
    dates: [numeric('/'), inWords('es'), numeric('-')],
    title: 'Factura',
    date: 'Fecha',
    due: 'Vencimiento',
    total: ['TOTAL', 'Total a pagar', 'Importe total'],
    net: ['Base imponible', 'Subtotal'],
    tax: ['IVA'],
    card: ['Tarjeta', 'VISA'],
    cash: ['Efectivo'],
    change: ['Cambio'],
    thanks: 'Gracias por su visita',
  },
  it: {
    merchants: ['Trattoria da Gino', 'Albergo Bella Vista', 'Cartoleria Rossi Srl', 'Taxi Roma', 'Bar Centrale'],
    addresses: [['Via Garibaldi 21', '00153 Roma', 'Tel. 06 555 0133']],
    taxNumber: 'P.IVA 01234567890',
    items: ['Caffè', 'Pranzo', 'Camera', 'Quaderno', 'Corsa', 'Acqua', 'Pizza'],
    currencies: EURO,
    rates: [22, 10],
    number: continental,
    dates: [numeric('/'), inWords('it'), numeric('-')],
    title: 'Fattura n.',
    date: 'Data',
    due: 'Scadenza',
    total: ['TOTALE COMPLESSIVO', 'Totale', 'TOTALE EURO', 'Totale da pagare'],
    net: ['Imponibile', 'Totale imponibile'],
    tax: ['di cui IVA', 'IVA'],
    card: ['Bancomat', 'Carta di credito'],
    cash: ['Contanti'],
    change: ['Resto'],
    thanks: 'Grazie e arrivederci',
  },
  pt: {
    merchants: ['Café Lisboa', 'Hotel do Rio Lda', 'Papelaria Nova', 'Restaurante O Pescador', 'Táxi Porto'],
    addresses: [['Rua Augusta 100', '1100-053 Lisboa', 'Tel. 213 555 012']],
    taxNumber: 'NIF 501234567',
    items: ['Café', 'Prato do dia', 'Quarto', 'Caderno', 'Viagem', 'Água', 'Pastel de nata'],
    currencies: EURO,
    rates: [23, 13],
    number: continental,
    dates: [numeric('/'), inWords('pt'), iso, numeric('-')],
    title: 'Fatura',
    date: 'Data',
    due: 'Vencimento',
    total: ['TOTAL', 'Total a pagar', 'Valor total'],
    net: ['Total sem IVA', 'Subtotal'],
    tax: ['IVA'],
    card: ['Multibanco', 'Cartão'],
    cash: ['Numerário'],
    change: ['Troco'],
    thanks: 'Obrigado pela sua visita',
  },
  nl: {
    merchants: ['Eetcafé de Brug', 'Hotel Zeezicht BV', 'Kantoorhandel Jansen', 'Taxi Centraal', 'Bakkerij Bos'],
    addresses: [['Damrak 1', '1012 LG Amsterdam', 'Tel. 020 555 0111']],
    taxNumber: 'BTW-nummer NL001234567B01',
    items: ['Koffie', 'Lunch', 'Overnachting', 'Schrift', 'Rit', 'Spa rood', 'Soep'],
    currencies: EURO,
    rates: [21, 9],
    number: continental,
    dates: [numeric('-'), inWords('nl'), numeric('/')],
    title: 'Factuur',
    date: 'Datum',
    due: 'Vervaldatum',
    total: ['TOTAAL', 'Te betalen', 'Totaalbedrag', 'Totaal incl. BTW'],
    net: ['Subtotaal', 'Totaal excl. BTW'],
    tax: ['BTW'],
    card: ['PIN', 'Maestro'],
    cash: ['Contant'],
    change: ['Wisselgeld'],
    thanks: 'Bedankt en tot ziens',
  },
};
