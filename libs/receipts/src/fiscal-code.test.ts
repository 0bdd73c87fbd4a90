import { readFiscalCode } from './fiscal-code.js';

function read(text: string) {
  const { total, date, currency, vat, merchant } = readFiscalCode(text) ?? {};
  return [total?.value, date?.value, currency?.value, vat?.value, merchant?.value];
}

const PORTUGAL =
  'A:508123456*B:999999990*C:PT*D:FS*E:N*F:20260131*G:FS A/12*H:ABCD1234-12*I1:PT*I7:22.09*I8:4.20*N:4.20*O:26.29*Q:abcd*R:1234';
const GERMANY =
  'V0;955002-00;Kassenbeleg-V1;Beleg^75.33_7.99_0.00_0.00_0.00^10.00:Bar_73.32:Unbar;18;112;2026-03-10T18:41:02.000Z;2026-03-10T23:41:04.000Z;ecdsa-plain-SHA256;unixTime;MEQCIAy4P9k;BHhWOeisRpPBTGQ1W4VUH95TXx2GARf8e2NYZXJoInjtGqnxJ8sZ3CQpYgjI';
const AUSTRIA =
  '_R1-AT1_TILL-1_83469_2026-02-28T23:59:59_12,00_8,50_0,00_0,50_3,00_g3AcWnI=_20f2ed172daa09e5_9d1Q1dVJh3U=_sig';
const SPAIN =
  'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678%26G33&fecha=01-09-2026&importe=241.4';
const BASQUE = 'https://batuz.eus/QRTBAI/?id=TBAI-00000006Y-010926-btFpwP8dcLGAF-237&s=T&nf=27174&i=4.70&cr=007';

function tagged(...values: string[]): string {
  const bytes = values.flatMap((value, index) => {
    const content = new TextEncoder().encode(value);
    return [index + 1, content.length, ...content];
  });
  return btoa(String.fromCharCode(...bytes));
}
const zatca = (time: string, total = '115.00') => tagged('مطعم البيت', '310122393500003', time, total, '15.00', 'hash');

describe('a fiscal code', () => {
  test.each([
    ['Portugal', PORTUGAL, ['26.29', '2026-01-31', 'EUR', '4.20', undefined]],
    [
      'Germany, of an evening that is the next day in Berlin',
      GERMANY,
      ['83.32', '2026-03-11', 'EUR', undefined, undefined],
    ],
    ['Austria', AUSTRIA, ['24.00', '2026-02-28', 'EUR', undefined, undefined]],
    ['Spain', SPAIN, ['241.40', '2026-09-01', 'EUR', undefined, undefined]],
    ['the Basque Country', BASQUE, ['4.70', '2026-09-01', 'EUR', undefined, undefined]],
    ['Saudi Arabia', zatca('2026-04-25T15:30:00Z'), ['115.00', '2026-04-25', 'SAR', '15.00', 'مطعم البيت']],
    [
      'Saudi Arabia, close to midnight',
      zatca('2026-04-25T22:30:00Z'),
      ['115.00', undefined, 'SAR', '15.00', 'مطعم البيت'],
    ],
  ])('of %s has its fields', (_country, text, fields) => {
    expect(read(text)).toEqual(fields);
  });

  test('is exact, but for a currency that its format does not fix', () => {
    const { total, date, currency } = readFiscalCode(PORTUGAL) ?? {};
    expect([total, date, currency].map((field) => field?.certainty)).toEqual(['exact', 'exact', 'exact']);
    expect(readFiscalCode(zatca('2026-04-25T15:30:00Z'))?.currency?.certainty).toBe('check');
  });

  test('with a payment in another currency has the sum of its rates as the total', () => {
    expect(read(GERMANY.replace('10.00:Bar', '9.00:Bar:CHF'))[0]).toBe('83.32');
  });

  test.each([
    ['a credit note of Portugal', PORTUGAL.replace('D:FS', 'D:NC')],
    ['a cancelled document of Portugal', PORTUGAL.replace('E:N', 'E:A')],
    ['payments that contradict the rates', GERMANY.replace('73.32', '73.33')],
    ['an order in a German restaurant', GERMANY.replace('Beleg^', 'AVBestellung^')],
    ['another German process', GERMANY.replace('Kassenbeleg-V1', 'Bestellung-V1')],
    ['a first receipt of zero in Austria', AUSTRIA.replace('12,00_8,50_0,00_0,50_3,00', '0,00_0,00_0,00_0,00_0,00')],
    ['four amounts in Austria', AUSTRIA.split('_').slice(0, 9).join('_')],
    ['a correction in Spain', SPAIN.replace('241.4', '-241.4')],
    ['an amount with three decimals', SPAIN.replace('241.4', '241.455')],
    ['an amount in another notation', SPAIN.replace('241.4', '2e5')],
    ['an amount that is too large', SPAIN.replace('241.4', '9'.repeat(400))],
    ['another host', SPAIN.replace('agenciatributaria.gob.es', 'agenciatributaria.gob.es.example')],
    ['a host that only ends alike', SPAIN.replace('www2.agenciatributaria.gob.es', 'fakeaeat.es')],
    ['a script', 'javascript:alert(1)//agenciatributaria.gob.es?importe=1'],
    ['base64 of something else', btoa('Hello, is this a receipt?!')],
    ['a length beyond its end', btoa('\x01\xffab')],
    ['tags in another order', tagged('a').replace('AQ', 'Ag')],
    ['an address', 'https://example.com/'],
    ['nothing', ''],
    ['a text without an end', '_R1-AT1'.repeat(5000)],
    ['stars', `A:508123456*B:${'*'.repeat(4000)}`],
  ])('is not seen in %s', (_what, text) => {
    expect(readFiscalCode(text)).toBeUndefined();
  });

  test('of a day that does not exist has no date', () => {
    expect(read(PORTUGAL.replace('20260131', '20260231'))).toEqual(['26.29', undefined, 'EUR', '4.20', undefined]);
    expect(read(GERMANY.replace('2026-03-10T23:41:04.000Z', 'yesterday'))[1]).toBeUndefined();
  });
});
