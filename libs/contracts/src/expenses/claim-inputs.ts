import * as z from 'zod/mini';
import {
  CLASSIFICATIONS,
  compareDecimals,
  currencyMessages,
  isBlank,
  isIsoCurrency,
  normaliseClassification,
  OTHER_CURRENCY,
  parseAmount,
  parseCurrency,
  vatMessages,
  type Lines,
} from '@outlay/rules';
import { acceptedInputs, apiSchemas, orEmpty, type ApiSchema } from '../api-schema.js';
import { isoDate, personText } from '../primitives.js';

/** Null for an empty field. Forms send text, JSON callers may send numbers and booleans. */
const nullIfEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '') ? null : value;

export function field<T>(parse: (value: unknown) => T | null, message: string, schema: ApiSchema) {
  return z
    .pipe(
      // Optional, because zod rejects a missing key even if the type is unknown.
      z.optional(z.unknown()),
      z.transform((raw, context) => {
        const value = nullIfEmpty(raw);
        if (value === null) return null;
        const parsed = parse(value);
        if (parsed === null) context.issues.push({ code: 'custom', message, input: raw });
        return parsed;
      }),
    )
    .register(apiSchemas, orEmpty(schema));
}

export const asText = (max: number, example: string, lines?: Lines) =>
  z
    .pipe(
      z.optional(z.nullable(personText(max, lines))),
      z.transform((value) => (value === undefined || value === null || isBlank(value) ? null : value)),
    )
    .register(apiSchemas, { examples: [example] });

const amountMessages = { invalid: 'Amount must be a number of 0 or more with at most two decimals.' } as const;

/** Empty or missing is null. */
export const dateField = field(
  (value) => (isoDate.safeParse(value).success ? (value as string) : null),
  'Please enter a valid date (YYYY-MM-DD).',
  acceptedInputs.date,
);
export const amountField = field(parseAmount, amountMessages.invalid, acceptedInputs.amount);
export const vatField = field(parseAmount, vatMessages.invalid, acceptedInputs.amount);
export const currencyField = field(
  (value) => {
    if (typeof value !== 'string') return null;
    if (value.trim().toUpperCase() === OTHER_CURRENCY) return OTHER_CURRENCY;
    const code = parseCurrency(value);
    return code !== null && isIsoCurrency(code) ? code : null;
  },
  currencyMessages.invalid,
  { anyOf: [acceptedInputs.currency, acceptedInputs.otherCurrency], examples: acceptedInputs.currency.examples },
);
export const classificationField = field(
  (value) => (typeof value === 'string' ? normaliseClassification(value) : null),
  `must be one of ${CLASSIFICATIONS.join(', ')}`,
  acceptedInputs.classification,
);
export const flagField = field(
  (value) => (value === true || value === 'true' ? 'yes' : value === false || value === 'false' ? 'no' : null),
  "must be 'true' or 'false'",
  acceptedInputs.flag,
);
const sentMoney = z.union([z.number(), z.string()]);
export const positiveMoney = z
  .pipe(
    sentMoney,
    z.transform((raw, context) => {
      const amount = parseAmount(raw);
      if (amount !== null && compareDecimals(amount, '0') > 0) return amount;
      const message = 'Amount must be greater than 0, with at most two decimals.';
      context.issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    }),
  )
  .register(apiSchemas, acceptedInputs.positiveAmount);
export const vatMoney = z
  .pipe(
    sentMoney,
    z.transform((raw, context) => {
      if (typeof raw === 'string' && raw.trim() === '') return null;
      const amount = parseAmount(raw);
      if (amount === null)
        context.issues.push({ code: 'custom', message: 'VAT amount must be a number of 0 or more.', input: raw });
      return amount;
    }),
  )
  .register(apiSchemas, orEmpty(acceptedInputs.amount));
/** @param ifMissing the message if there is no text; by default that of every required field */
export const currencyCode = (ifMissing?: string) =>
  z
    .pipe(
      z.string(ifMissing),
      z.transform((raw, context) => {
        const code = parseCurrency(raw);
        if (code !== null && isIsoCurrency(code)) return code;
        context.issues.push({ code: 'custom', message: currencyMessages.invalid, input: raw });
        return z.NEVER;
      }),
    )
    .register(apiSchemas, acceptedInputs.currency);
export const sentClassification = z
  .pipe(
    z.string(),
    z.transform((raw, context) => {
      if (raw.trim() === '') return null;
      const value = normaliseClassification(raw);
      if (value === null)
        context.issues.push({ code: 'custom', message: `must be one of ${CLASSIFICATIONS.join(', ')}`, input: raw });
      return value;
    }),
  )
  .register(apiSchemas, orEmpty(acceptedInputs.classification));
