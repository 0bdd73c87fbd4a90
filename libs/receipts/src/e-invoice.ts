import {
  addDecimals,
  cleanText,
  compareDecimals,
  isBlank,
  isIsoCurrency,
  isIsoDate,
  multiplyDecimals,
  parseAmount,
  parseDecimal,
  roundHalfUp,
  type Decimal,
} from '@outlay/rules';
import type { ReadValue, ReceiptReading } from './reading.js';
import { parseXml, type XmlElement } from './xml.js';

/** Names and companies are shorter. A longer text is none of a seller. */
const MERCHANT_MAX_LENGTH = 200;
/** No currency of a receipt is older than the euro's notes; the latest is what a typing error gives. */
const YEARS = { first: 2000, last: 2100 };
/** UNTDID 1001, of which EN 16931 names these as credit notes. */
const CREDIT_NOTES: ReadonlySet<string> = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '));

/** The elements of one syntax that state what a reading has. */
interface Statement {
  readonly isCredit: boolean;
  readonly sellers: readonly (XmlElement | undefined)[];
  readonly date: string | undefined;
  readonly currency: XmlElement | undefined;
  readonly total: readonly XmlElement[];
  readonly net: readonly XmlElement[];
  readonly due: readonly XmlElement[];
  readonly vat: readonly XmlElement[];
}

interface Syntax {
  readonly root: string;
  readonly namespace: string;
  readonly read: (root: XmlElement) => Statement;
}

const SYNTAXES: readonly Syntax[] = [
  {
    root: 'CrossIndustryInvoice',
    namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    read: crossIndustryInvoice,
  },
  { root: 'CrossIndustryDocument', namespace: 'urn:ferd:CrossIndustryDocument:invoice:1p0', read: zugferd1 },
  { root: 'Invoice', namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', read: ublInvoice },
  { root: 'CreditNote', namespace: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', read: ublCreditNote },
];

/**
 * Reads an invoice of EN 16931 (Factur-X, ZUGFeRD and XRechnung, as CII or UBL) or of ZUGFeRD 1; undefined if the file is
 * none, or is refused because it has a DOCTYPE, is malformed, too large or too deep. A field that the invoice states twice,
 * in another currency or in a form that the standard does not know is missing. The total and the VAT are missing if they
 * contradict the net amount. The amounts of a credit note are negative.
 */
export function readEInvoice(xml: string | Uint8Array): ReceiptReading | undefined {
  const document = parseXml(xml);
  const syntax =
    document && SYNTAXES.find(({ root, namespace }) => root === document.name && namespace === document.namespace);
  return syntax && readingOf(syntax.read(document.root));
}

function readingOf({ isCredit, sellers, date, currency, ...amounts }: Statement): ReceiptReading {
  const code = currencyOf(currency?.text);
  const amountOf = (elements: readonly XmlElement[]) => soleAmount(elements, code, isCredit);
  const [total, net, due, vat] = [amounts.total, amounts.net, amounts.due, amounts.vat].map(amountOf);
  const contradicts =
    total !== undefined &&
    net !== undefined &&
    vat !== undefined &&
    compareDecimals(addDecimals([net, vat]), total) !== 0;
  const fields = {
    total: contradicts ? undefined : total,
    due: total === undefined || contradicts || due === total ? undefined : due,
    date: dateOf(date),
    currency: code,
    vat: contradicts ? undefined : vat,
    merchant: sellers.map((seller) => merchantOf(seller?.text)).find((name) => name !== undefined),
  };
  const stated = Object.entries(fields).flatMap(([name, value]): [string, ReadValue][] =>
    value === undefined ? [] : [[name, { value, certainty: 'exact' }]],
  );
  return { source: 'e-invoice', ...Object.fromEntries(stated) };
}

/** An invoice may state its VAT, or its total, in the currency of its accounts as well. */
function soleAmount(elements: readonly XmlElement[], currency: string | undefined, isCredit: boolean) {
  const own = elements.filter(({ attributes: { currencyID } }) => !currencyID || currencyID === currency);
  const [element] = own;
  return own.length === 1 ? amountOf(element?.text, isCredit) : undefined;
}

function amountOf(text: string | undefined, isCredit: boolean): Decimal | undefined {
  const value = parseDecimal(text);
  if (value === null) return undefined;
  const isNegative = compareDecimals(value, '0') < 0;
  const size = parseAmount(isNegative ? multiplyDecimals(value, '-1') : value);
  if (size === null) return undefined;
  const isZero = compareDecimals(size, '0') === 0;
  return (isNegative || isCredit) && !isZero ? roundHalfUp(multiplyDecimals(size, '-1'), 2) : size;
}

function currencyOf(text: string | undefined): string | undefined {
  return text !== undefined && isIsoCurrency(text) ? text : undefined;
}

function dateOf(text: string | undefined): string | undefined {
  if (text === undefined || !isIsoDate(text)) return undefined;
  const year = Number(text.slice(0, 4));
  return year >= YEARS.first && year <= YEARS.last ? text : undefined;
}

function merchantOf(text: string | undefined): string | undefined {
  const name = cleanText(text ?? '', 'one').replace(/\s+/g, ' ');
  return isBlank(name) || name.length > MERCHANT_MAX_LENGTH ? undefined : name;
}

function crossIndustryInvoice(root: XmlElement): Statement {
  const header = root.only('ExchangedDocument');
  const transaction = root.only('SupplyChainTradeTransaction');
  const seller = transaction?.only('ApplicableHeaderTradeAgreement', 'SellerTradeParty');
  const settlement = transaction?.only('ApplicableHeaderTradeSettlement');
  return {
    ...ofTradeParties(header, seller, settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'),
    sellers: [seller?.only('Name'), seller?.only('SpecifiedLegalOrganization', 'TradingBusinessName')],
  };
}

function zugferd1(root: XmlElement): Statement {
  const header = root.only('HeaderExchangedDocument');
  const transaction = root.only('SpecifiedSupplyChainTradeTransaction');
  const seller = transaction?.only('ApplicableSupplyChainTradeAgreement', 'SellerTradeParty');
  const settlement = transaction?.only('ApplicableSupplyChainTradeSettlement');
  return ofTradeParties(header, seller, settlement, 'SpecifiedTradeSettlementMonetarySummation');
}

function ofTradeParties(
  header: XmlElement | undefined,
  seller: XmlElement | undefined,
  settlement: XmlElement | undefined,
  summation: string,
): Statement {
  const sums = settlement?.only(summation);
  return {
    isCredit: CREDIT_NOTES.has(header?.only('TypeCode')?.text ?? ''),
    sellers: [seller?.only('Name')],
    date: dayOf(header?.only('IssueDateTime', 'DateTimeString')),
    currency: settlement?.only('InvoiceCurrencyCode'),
    total: sums?.all('GrandTotalAmount') ?? [],
    net: sums?.all('TaxBasisTotalAmount') ?? [],
    due: sums?.all('DuePayableAmount') ?? [],
    vat: sums?.all('TaxTotalAmount') ?? [],
  };
}

/** Format 102 is a day; the others are months, weeks and instants. */
function dayOf(element: XmlElement | undefined): string | undefined {
  if (element?.attributes['format'] !== '102') return undefined;
  return /^(\d{4})(\d{2})(\d{2})$/.exec(element.text)?.slice(1).join('-');
}

function ublInvoice(root: XmlElement): Statement {
  return ubl(root, CREDIT_NOTES.has(root.only('InvoiceTypeCode')?.text ?? ''));
}

function ublCreditNote(root: XmlElement): Statement {
  return ubl(root, true);
}

function ubl(root: XmlElement, isCredit: boolean): Statement {
  const party = root.only('AccountingSupplierParty', 'Party');
  const sums = root.only('LegalMonetaryTotal');
  return {
    isCredit,
    sellers: [party?.only('PartyLegalEntity', 'RegistrationName'), party?.only('PartyName', 'Name')],
    // A day of XML Schema may end with a time zone.
    date: root.only('IssueDate')?.text.replace(/(Z|[+-]\d{2}:\d{2})$/, ''),
    currency: root.only('DocumentCurrencyCode'),
    total: sums?.all('TaxInclusiveAmount') ?? [],
    net: sums?.all('TaxExclusiveAmount') ?? [],
    due: sums?.all('PayableAmount') ?? [],
    vat: root.all('TaxTotal').flatMap((total) => total.all('TaxAmount')),
  };
}
