import { describe, expect, test } from '@jest/globals';
import { readEInvoice } from './e-invoice.js';
import type { ReceiptReading } from './reading.js';
import { creditNoteUbl, INVOICE, PROFILES, type Invoice, type Writer } from './testing/e-invoices.js';

const profiles = Object.entries(PROFILES);
const write = (name: keyof typeof PROFILES, change: Partial<Invoice> = {}) =>
  (PROFILES[name] as Writer)({ ...INVOICE, ...change });

/** The values alone. */
function valuesIn(xml: string | Uint8Array) {
  const reading = readEInvoice(xml);
  if (!reading) return undefined;
  const { source: _, ...fields } = reading;
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
}

const READ = { total: '26.29', vat: '4.20', date: '2026-10-05', currency: 'EUR', merchant: 'Gasthof Krone GmbH' };

describe('the fields of an invoice', () => {
  test.each(profiles)('are read from %s', (_, writer) => {
    const exact = (value: string) => ({ value, certainty: 'exact' as const });
    expect(readEInvoice(writer(INVOICE))).toEqual({
      source: 'e-invoice',
      total: exact('26.29'),
      vat: exact('4.20'),
      date: exact('2026-10-05'),
      currency: exact('EUR'),
      merchant: exact('Gasthof Krone GmbH'),
    } satisfies ReceiptReading);
  });

  test.each(profiles)('have the amount due of %s if it is not the total', (_, writer) => {
    expect(valuesIn(writer({ ...INVOICE, due: '6.29' }))).toEqual({ ...READ, due: '6.29' });
  });

  test.each(profiles)('have the VAT of %s in its own currency', (_, writer) => {
    const invoice = { ...INVOICE, currency: 'CHF', accountingVat: { currency: 'EUR', amount: '4.51' } };
    expect(valuesIn(writer(invoice))).toEqual({ ...READ, currency: 'CHF' });
  });

  test.each(profiles)('are the same in %s with other prefixes', (_, writer) => {
    const xml = writer(INVOICE)
      .replace(/(<\/?|xmlns:)(rsm|cac)\b/g, '$1a')
      .replace(/(<\/?|xmlns:)(ram|cbc)\b/g, '$1b-2.x');
    expect(valuesIn(xml)).toEqual(READ);
  });

  test('are read from bytes in each encoding that has a mark or a name', () => {
    const seller = 'Café Zürich';
    const xml = write('XRechnung UBL', { seller });
    const latin = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    const wide = Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    for (const bytes of [Buffer.from(xml), Buffer.from(`\uFEFF${xml}`), latin, wide, Buffer.from(wide).swap16()]) {
      expect(valuesIn(bytes)).toEqual({ ...READ, merchant: seller });
    }
    expect(valuesIn(`\uFEFF${xml}`)).toEqual({ ...READ, merchant: seller });
    expect(valuesIn(Buffer.from(xml, 'latin1'))).toBeUndefined();
  });

  test('have the seller’s name with its special characters, without those that hide', () => {
    const named = (seller: string) => valuesIn(write('Factur-X EN 16931', { seller }))?.merchant;
    expect(named('Smith & Sons <Ltd>')).toBe('Smith & Sons <Ltd>');
    const xml = (name: string) => write('XRechnung UBL').replace('Gasthof Krone GmbH', name);
    expect(valuesIn(xml('&#x41;&#66;&apos;s <![CDATA[C&D]]>'))?.merchant).toBe("AB's C&D");
    expect(valuesIn(xml('Evil\u202Eknab\u200B'))?.merchant).toBe('Evilknab');
    expect(valuesIn(xml('Hotel\n    Adler'))?.merchant).toBe('Hotel Adler');
    expect(valuesIn(xml('x'.repeat(201)))?.merchant).toBe('Krone');
    expect(named('\u200B')).toBeUndefined();
  });

  test('are negative in a credit note, whichever sign its amounts have', () => {
    const credit = { ...READ, total: '-26.29', vat: '-4.20' };
    expect(valuesIn(creditNoteUbl(INVOICE))).toEqual(credit);
    expect(valuesIn(write('Factur-X BASIC', { type: '381' }))).toEqual(credit);
    const negative = { net: '-22.09', vat: '-4.20', total: '-26.29', due: '-26.29' };
    expect(valuesIn(write('Factur-X BASIC', negative))).toEqual(credit);
    expect(valuesIn(write('Factur-X BASIC', { type: '381', ...negative }))).toEqual(credit);
    expect(valuesIn(creditNoteUbl({ ...INVOICE, vat: '0.00', net: '26.29' }))?.vat).toBe('0.00');
  });
});

describe('a field that is wrong or absurd', () => {
  const EXTENDED = 'Factur-X EXTENDED';

  test.each<[string, Partial<Invoice>]>([
    ['a decimal comma', { total: '26,29' }],
    ['an exponent', { total: '2629e-2' }],
    ['three decimals', { total: '26.291' }],
    ['a thousand billion', { total: '1000000000000' }],
    ['no number', { total: 'NaN' }],
    ['nothing', { total: '' }],
  ])('is missing alone: a total with %s', (_, change) => {
    const { total: __, ...others } = READ;
    expect(valuesIn(write(EXTENDED, change))).toEqual(others);
  });

  test('is missing alone: the date', () => {
    const { date: _, ...others } = READ;
    for (const date of ['2026-02-30', '1026-10-05', '2926-10-05', '05.10.2026', '']) {
      expect(valuesIn(write(EXTENDED, { date }))).toEqual(others);
      expect(valuesIn(write('Peppol UBL', { date }))).toEqual(others);
    }
    const month = write(EXTENDED).replace('format="102">20261005', 'format="610">202610');
    expect(valuesIn(month)).toEqual(others);
    expect(valuesIn(write('Peppol UBL', { date: '2026-10-05+02:00' }))).toEqual(READ);
  });

  test('is missing with what depends on it: the currency', () => {
    const { currency: _, ...others } = READ;
    const xml = write(EXTENDED, { currency: 'EURO' });
    const { date, merchant, total } = others;
    expect(valuesIn(xml)).toEqual({ date, merchant, total });
    expect(valuesIn(write('Peppol UBL', { currency: 'XXX' }))).toEqual({ date, merchant });
  });

  test('is missing if it is in another currency than the invoice', () => {
    const xml = write('Peppol UBL').replace(/(TaxInclusiveAmount currencyID=")EUR/, '$1USD');
    const { total: _, ...others } = READ;
    expect(valuesIn(xml)).toEqual(others);
  });

  test('is missing if it contradicts the others: neither total nor VAT can be trusted then', () => {
    const { date, currency, merchant } = READ;
    for (const [, writer] of profiles) {
      expect(valuesIn(writer({ ...INVOICE, total: '126.29', due: '26.29' }))).toEqual({ date, currency, merchant });
    }
  });

  test.each([
    ['total', 'GrandTotalAmount', ['total']],
    ['VAT', 'TaxTotalAmount', ['vat']],
    ['currency', 'InvoiceCurrencyCode', ['currency', 'vat']],
    ['date', 'IssueDateTime', ['date']],
    ['seller', 'SellerTradeParty', ['merchant']],
    ['sums', 'SpecifiedTradeSettlementHeaderMonetarySummation', ['total', 'vat']],
  ])('is missing if the invoice has it twice: %s', (_, name, missing) => {
    const element = new RegExp(`<ram:${name}[\\s>][\\s\\S]*?</ram:${name}>`);
    const twice = write(EXTENDED).replace(element, '$&$&');
    expect(valuesIn(twice)).toEqual(
      Object.fromEntries(Object.entries(READ).filter(([field]) => !missing.includes(field))),
    );
    const foreign = write(EXTENDED).replace(element, (found) => found + found.replaceAll('ram:', 'rsm:'));
    expect(valuesIn(foreign)).toEqual(valuesIn(twice));
  });
});

describe('a file that is no invoice, or hostile', () => {
  const valid = write('XRechnung CII');
  const withDoctype = (doctype: string) => valid.replace('?>', `?>\n${doctype}`).replace('Gasthof', '&x;');
  const deep = (depth: number) =>
    valid.replace('</rsm:CrossIndustryInvoice>', `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}$&`);
  const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY x${n + 1} "${`&x${n};`.repeat(10)}">`).join('');

  test.each<[string, string]>([
    ['a billion laughs', withDoctype(`<!DOCTYPE r [<!ENTITY x0 "ha">${laughs}<!ENTITY x "&x10;">]>`)],
    ['an external entity', withDoctype('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['an external document type', withDoctype('<!DOCTYPE r SYSTEM "http://127.0.0.1/r.dtd">')],
    ['a document type in small letters', withDoctype('<!doctype r>')],
    ['a hundred thousand levels', deep(100_000)],
    ['fifty levels', deep(50)],
    ['another namespace', valid.replaceAll('CrossIndustryInvoice:100', 'CrossIndustryOrder:100')],
    ['another root', valid.replaceAll('rsm:CrossIndustryInvoice ', 'rsm:CrossIndustryOrder ')],
    ['no namespace', valid.replace(/xmlns:rsm="[^"]*"/, '')],
    ['half of it', valid.slice(0, valid.length / 2)],
    ['a second root', `${valid}<a/>`],
    ['names of prototypes', valid.replaceAll('ram:SellerTradeParty', '__proto__')],
    ['no XML', 'ram:GrandTotalAmount'],
    ['JSON', '{"total": 26.29}'],
    ['nothing', ''],
  ])('is not read: %s', (_, xml) => {
    expect(readEInvoice(xml)).toBeUndefined();
    expect(readEInvoice(Buffer.from(xml))).toBeUndefined();
  });

  test('is not read and takes no time: 50 MB', () => {
    const large = valid.replace('Gasthof', 'x'.repeat(50_000_000));
    const bytes = Buffer.from(large);
    const start = performance.now();
    expect([readEInvoice(large), readEInvoice(bytes)]).toEqual([undefined, undefined]);
    expect(performance.now() - start).toBeLessThan(50);
  });

  test.each<[string, string]>([
    ['attributes', `<a ${'x="1" '.repeat(150_000)}/>`],
    ['unknown references', `<a>${'&x;'.repeat(300_000)}</a>`],
    ['open comments', '<!--'.repeat(240_000)],
    ['open elements', '<a '.repeat(300_000)],
    ['spaces in an element', `<a ${' '.repeat(900_000)}`],
    ['spaces after the encoding', `<?xml ${' encoding'.repeat(100_000)}`],
    ['elements', `<a>${'<b/>'.repeat(240_000)}</a>`],
  ])('is not read and takes at most seconds on a busy machine: %s', (_, xml) => {
    const start = performance.now();
    expect([readEInvoice(xml), readEInvoice(Buffer.from(xml))]).toEqual([undefined, undefined]);
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  test('an unknown entity stays as it is written', () => {
    expect(valuesIn(valid.replace('Gasthof', '&x;'))?.merchant).toBe('&x; Krone GmbH');
  });

  test('an element deeper than the invoice’s own is not taken for one of it', () => {
    const hidden = '<ram:Extra><ram:GrandTotalAmount>99.00</ram:GrandTotalAmount></ram:Extra>';
    expect(valuesIn(valid.replace('<ram:GrandTotalAmount>', `${hidden}$&`))).toEqual(READ);
  });
});
