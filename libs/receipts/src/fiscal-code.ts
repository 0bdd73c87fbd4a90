import { addDecimals, compareDecimals, isIsoDate, parseAmount, type Decimal } from '@outlay/rules';
import type { ReceiptReading } from './reading.js';

/** A longer text is none of these codes: the largest QR code holds 4,296 letters. */
const LONGEST = 4296;

/**
 * Reads the text of a fiscal QR code: that of Portugal, of a German TSE, of Austria's RKSV, of Saudi Arabia's ZATCA, of
 * Spain's VERI*FACTU or TicketBAI. Undefined for any other code, and for one of a credit note or a training receipt.
 */
export function readFiscalCode(text: string): ReceiptReading | undefined {
  if (text.length > LONGEST) return undefined;
  for (const read of [portuguese, german, austrian, spanish, saudi]) {
    const statement = read(text.trim());
    if (statement) return readingOf(statement);
  }
  return undefined;
}

interface Statement {
  readonly total: Decimal | null;
  readonly date: string | null;
  readonly currency: string;
  /** Whether the format itself fixes the currency; otherwise it is that of the country. */
  readonly isCurrencyFixed?: boolean;
  readonly vat?: Decimal | null;
  readonly merchant?: string | undefined;
}

function readingOf(statement: Statement): ReceiptReading | undefined {
  const { total, date, currency, isCurrencyFixed = true, vat, merchant } = statement;
  // Neither a credit note nor a first receipt of zero is an expense.
  if (total === null || compareDecimals(total, '0') <= 0) return undefined;
  return {
    source: 'fiscal-code',
    total: { value: total, certainty: 'exact' },
    currency: { value: currency, certainty: isCurrencyFixed ? 'exact' : 'check' },
    ...(date !== null && isIsoDate(date) && { date: { value: date, certainty: 'exact' } }),
    ...(vat && compareDecimals(vat, total) <= 0 && { vat: { value: vat, certainty: 'exact' } }),
    ...(merchant && { merchant: { value: merchant, certainty: 'exact' } }),
  };
}

const sum = (amounts: readonly (Decimal | null)[]) =>
  amounts.every((amount) => amount !== null) ? parseAmount(addDecimals(amounts)) : null;

/** Portaria 195/2020: fields of a letter and a value, "A:508…*B:999…*…*F:20260131*…*N:4.20*O:26.29*…". */
function portuguese(text: string): Statement | undefined {
  if (!/^A:\d{9}\*B:/.test(text)) return undefined;
  const fields = new Map(
    text.split('*').map((field) => {
      const at = field.indexOf(':');
      return [field.slice(0, at), field.slice(at + 1)] as const;
    }),
  );
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(fields.get('F') ?? '') ?? [];
  // Documents that are no sale: credit notes, and those that were cancelled.
  if (fields.get('D') === 'NC' || fields.get('E') === 'A') return undefined;
  return {
    total: parseAmount(fields.get('O')),
    date: `${year}-${month}-${day}`,
    currency: 'EUR',
    // All taxes, of which a stamp duty would be a part.
    vat: fields.has('M') ? null : parseAmount(fields.get('N')),
  };
}

/** DSFinV-K, annex I: "V0;serial;Kassenbeleg-V1;Beleg^gross by rate^payments;…;start;end;…". */
function german(text: string): Statement | undefined {
  const [version, , type, data = '', , , , end = ''] = text.split(';');
  if (version !== 'V0' || type !== 'Kassenbeleg-V1') return undefined;
  const [kind, gross = '', payments = ''] = data.split('^');
  if (kind !== 'Beleg') return undefined;
  const total = sum(gross.split('_').map(parseAmount));
  const paid = payments.split('_').map((payment) => payment.split(':'));
  const isPaidInEuros = paid.every(([, , currency]) => currency === undefined);
  // Payments in other currencies are written in these, so that only payments in euros confirm the sum.
  const isConfirmed = !isPaidInEuros || sum(paid.map(([amount]) => parseAmount(amount))) === total;
  return { total: isConfirmed ? total : null, date: dayIn('Europe/Berlin', end), currency: 'EUR' };
}

/** The day of an instant in UTC at a place; null for a text that is none. */
function dayIn(timeZone: string, instant: string): string | null {
  const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(instant);
  const seconds = /^\d{9,10}$/.test(instant) ? Number(instant) * 1000 : NaN;
  const at = new Date(isUtc ? instant : seconds);
  return Number.isNaN(at.getTime()) ? null : new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/** RKSV, annex Z 12: "_R1-AT1_till_number_2026-01-31T18:20:00_five gross amounts_…", with decimal commas. */
function austrian(text: string): Statement | undefined {
  const [start, suite = '', , , time = '', ...rest] = text.split('_');
  if (start !== '' || !/^R\d-[A-Z]{2}\d+$/.test(suite)) return undefined;
  const amounts = rest.slice(0, 5).map((amount) => parseAmount(amount.replace(',', '.')));
  return { total: amounts.length === 5 ? sum(amounts) : null, date: time.split('T')[0] ?? null, currency: 'EUR' };
}

const SPANISH_TAX_OFFICE = /(^|\.)(agenciatributaria\.gob\.es|aeat\.es)$/;
const BASQUE_TAX_OFFICES = /(^|\.)(batuz\.eus|gipuzkoa\.eus|araba\.eus)$/;

/** The address of a check at the tax office: of VERI*FACTU with day and amount, of TicketBAI with both in its id. */
function spanish(text: string): Statement | undefined {
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, searchParams } = new URL(text);
  if (SPANISH_TAX_OFFICE.test(hostname)) {
    const [day, month, year] = (searchParams.get('fecha') ?? '').split('-');
    return { total: parseAmount(searchParams.get('importe')), date: `${year}-${month}-${day}`, currency: 'EUR' };
  }
  if (!BASQUE_TAX_OFFICES.test(hostname)) return undefined;
  return { total: parseAmount(searchParams.get('i')), date: basqueDay(searchParams.get('id') ?? ''), currency: 'EUR' };
}

function basqueDay(id: string): string | null {
  const [, day, month, year] = /^TBAI-[^-]+-(\d\d)(\d\d)(\d\d)-/.exec(id) ?? [];
  return year === undefined ? null : `20${year}-${month}-${day}`;
}

/** ZATCA: tag, length and value of seller, tax number, time, total and VAT, in base64. */
function saudi(text: string): Statement | undefined {
  const values = taggedValues(text);
  const [merchant, taxNumber = '', time = '', total, vat] = values ?? [];
  if (!/^\d{15}$/.test(taxNumber)) return undefined;
  const written = time.split('T')[0] ?? '';
  // Many tills write their local time as if it were UTC.
  const isClear = !time.endsWith('Z') || dayIn('Asia/Riyadh', time) === written;
  return {
    total: parseAmount(total),
    date: isClear ? written : null,
    currency: 'SAR',
    isCurrencyFixed: false,
    vat: parseAmount(vat),
    merchant,
  };
}

/** The first five values, if these are their tags. */
function taggedValues(text: string): string[] | undefined {
  if (!/^A[Q-Za-f][\w+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const values: string[] = [];
  let at = 0;
  for (let tag = 1; tag <= 5; tag += 1) {
    const length = bytes[at + 1];
    if (bytes[at] !== tag || length === undefined || at + 2 + length > bytes.length) return undefined;
    values.push(new TextDecoder().decode(bytes.subarray(at + 2, at + 2 + length)));
    at += 2 + length;
  }
  return values;
}
