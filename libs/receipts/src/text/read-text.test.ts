import { linesOf } from './lines.js';
import { readText } from './read-text.js';

const TODAY = '2026-05-20';

/** A receipt as it is printed; the first line is larger if it begins with #. */
function read(receipt: string, source: 'pdf-text' | 'photo' = 'pdf-text') {
  const lines = receipt
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('#') ? { text: line.slice(1), height: 20 } : { text: line, height: 10 }));
  const { total, date, currency, vat, merchant } = readText(lines, { source, today: TODAY });
  const said = (value: typeof total) => value && `${value.value} ${value.certainty}`;
  return { total: said(total), date: said(date), currency: said(currency), vat: said(vat), merchant: merchant?.value };
}

describe('the text of a receipt', () => {
  test('is read in German, with the tax of its net amount as a witness', () => {
    expect(
      read(`Gasthaus zur Linde
        Hauptstr. 5, 10115 Berlin
        Rechnung Nr. 2026-0042
        Datum: 12.03.2026 19:42
        2 x Schnitzel  25,80
        1 x Wasser  3,20
        Summe EUR  29,00
        MwSt 19%  Netto 24,37  4,63
        Girocard  29,00`),
    ).toEqual({
      total: '29.00 sure',
      date: '2026-03-12 sure',
      currency: 'EUR sure',
      vat: '4.63 sure',
      merchant: 'Gasthaus zur Linde',
    });
  });

  test('is read in French, with groups of thousands and a decimal comma', () => {
    expect(
      read(`#Hôtel des Alpes
        Facture n° 771
        Date de facture : 3 avril 2026
        Arrivée 01/04/2026   Départ 03/04/2026
        Nuitées  1 040,00
        Petit déjeuner  60,00
        Total HT  1 000,00 €
        TVA 10 %  100,00 €
        Total TTC  1 100,00 €`),
    ).toEqual({
      total: '1100.00 sure',
      date: '2026-04-03 sure',
      currency: 'EUR sure',
      vat: '100.00 sure',
      merchant: 'Hôtel des Alpes',
    });
  });

  test.each([
    ['Spanish', 'Total a pagar  18,40 €', 'Fecha 02/05/2026', 'IVA 10%  1,67'],
    ['Italian', 'TOTALE COMPLESSIVO  18,40 €', 'Data 2 maggio 2026', 'di cui IVA 10%  1,67'],
    ['Portuguese', 'Total a pagar  18,40 €', 'Data: 2026-05-02', 'IVA 10%  1,67'],
    ['Dutch', 'Te betalen  € 18,40', 'Datum 2-5-2026', 'BTW 10%  1,67'],
    ['English', 'Amount due  €18.40', 'Date 2 May 2026', 'VAT 10%  1.67'],
  ])('is read in %s', (_language, total, date, tax) => {
    const reading = read(`Bar Centrale\n${date}\nCaffè  18,40\n${total}\n${tax}`);
    expect(reading).toMatchObject({ total: '18.40 sure', currency: 'EUR sure', vat: '1.67 sure' });
    expect(reading.date).toMatch(/^2026-05-02/);
  });

  test.each([
    ['the lines above add up to it', 'Soup  4.00\nBread  2.50\nTotal  6.50', '6.50 sure'],
    ['it was paid by card', 'Total  6.50\nVISA  6.50', '6.50 sure'],
    ['net and tax add up to it', 'Net  5.00\nVAT  1.50\nTotal  6.50', '6.50 sure'],
    ['only its label says so', 'Soup  4.00\nTotal  6.50', '6.50 check'],
    ['nothing says so', 'Soup  4.00\nBread  6.50', undefined],
    ['two totals differ and none has a witness', 'Total  6.50\nTotal  8.50', undefined],
    ['the other is a subtotal', 'Soup  6.50\nSubtotal  6.50\nService  0.65\nTotal  7.15', '7.15 sure'],
    ['it stands below its label', 'Amount due\n€6.50', '6.50 check'],
    ['a larger amount was given in cash', 'Soup  6.50\nTotal  6.50\nCash  10.00\nChange  3.50', '6.50 sure'],
    ['a number of articles has the same label', 'Total items  3\nTotal  6.50', '6.50 check'],
  ])('has a total with the certainty of its witnesses: %s', (_case, lines, total) => {
    expect(read(`Shop\n${lines}`).total).toBe(total);
  });

  test.each([
    ['Total 6.50', undefined],
    ['Total ¥6,900', undefined],
    ['Total ₩ 6,900', 'KRW sure'],
    ['Total 6,900 FCFA', undefined],
    ['Total $6.50', 'USD check'],
    ['Total CHF 6.50', 'CHF sure'],
    ['Total R 6.50', 'ZAR check'],
    ['Total KSh 6,500.00', 'KES sure'],
    ['Total 6.50\nAll amounts in EUR', 'EUR sure'],
    ['Total 6.50\nCoffee €3.00\nTea £3.50', undefined],
  ])('has the currency that it prints, and none without a sign: %s', (lines, currency) => {
    expect(read(`Shop\n${lines}`).currency).toBe(currency);
  });

  test('in won has no decimals, and a stray sign takes none from other amounts', () => {
    expect(read('Shop\nTotal ₩ 6,900').total).toBe('6900.00 check');
    expect(read('Shop\nPoints ¥ 12\nTotal 6,90 €').total).toBe('6.90 check');
  });

  test.each([
    ['Date 25/04/2026', '2026-04-25 sure'],
    ['Date 04/05/2026', '2026-05-04 check'],
    ['Date 04/05/2026\nTotal US$ 5.00', '2026-04-05 sure'],
    ['Date 04/05/2026\nDue 04/25/2026', '2026-04-05 sure'],
    ['Date 04.05.2026', '2026-05-04 sure'],
    ['23/03/2620:45', '2026-03-23 sure'],
    ['Invoice date 1 May 2026\nDue date 31 May 2026', '2026-05-01 sure'],
    ['Check-in 01/05/2026\nCheck-out 13/05/2026', undefined],
    ['12/05/2026\n13/05/2026', undefined],
    ['Date 12/03/2031', undefined],
    ['Tel 01.02.20.26.77', undefined],
    ['31.02.2026', undefined],
    ['Apr. 3, 2026', '2026-04-03 sure'],
    ['03-Mar-26', '2026-03-03 sure'],
  ])('has the day that it prints, if it is clear: %s', (lines, date) => {
    expect(read(`Shop\n${lines}`).date).toBe(date);
  });

  test.each([
    ['TICKET\nLe Petit Zinc\n12 rue de Lille', 'Le Petit Zinc'],
    ['INVOICE\nInvoice no. 12\nBrown & Sons Ltd.', 'Brown & Sons Ltd.'],
    ['Tax Invoice  12/03/2026\n#ACME Tools\nBill to: Fabrikam', 'ACME Tools'],
    ['Taxi Centraal\nSpa rood  2,00', 'Taxi Centraal'],
    ['Koffie  3,20\nTotaal  3,20', undefined],
    ['Hauptstrae 5\n10115 Berlin', undefined],
    ['12 rue de Lille', undefined],
    ['Bar Rue de Lille', 'Bar Rue de Lille'],
    ['Rechnung\n4711 0815\nTel: 030 1234', undefined],
  ])('has the name of its merchant: %s', (lines, merchant) => {
    expect(read(lines).merchant).toBe(merchant);
  });

  test('that lacks everything but one field has that field', () => {
    expect(read('Total 12.00')).toEqual({ total: '12.00 check' });
    expect(read('')).toEqual({});
  });

  test('that is hostile takes no long time', () => {
    const started = performance.now();
    read(`${'1 '.repeat(20_000)}\n${'9'.repeat(20_000)}\n${'total '.repeat(10_000)}\n${'12/12/'.repeat(5000)}`);
    read('Total 1.00\n'.repeat(50_000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('the words of a page', () => {
  const word = (text: string, x: number, y: number, width: number) => ({ text, x, y, width, height: 10 });

  test('become lines by their places, whatever their order', () => {
    const lines = linesOf([
      word('757.00', 178, 51, 30),
      word('Total', 10, 50, 25),
      word('Shop', 10, 10, 25),
      word('R3', 160, 50, 12),
    ]);
    expect(lines.map(({ text }) => text)).toEqual(['Shop', 'Total  R3 757.00']);
    expect(readText(lines, { source: 'pdf-text', today: TODAY }).total?.value).toBe('3757.00');
  });

  test('that touch are one word', () => {
    expect(linesOf([word('To', 10, 10, 10), word('tal', 20, 10, 15), word('5', 60, 10, 5)])[0]?.text).toBe('Total  5');
  });
});
