import * as z from 'zod/mini';
import {
  CLASSIFICATIONS,
  currencyMessages,
  isBlank,
  isIsoCurrency,
  normaliseClassification,
  OTHER_CURRENCY,
  overrideMessages,
  parseAmount,
  parseCurrency,
  parseRate,
  REIMBURSEMENT_CURRENCIES,
  vatMessages,
  type Lines,
} from '@outlay/rules';
import { acceptedInputs, apiSchemas, orEmpty, type ApiSchema } from '../api-schema.js';
import { decimal, isoDate, personText } from '../primitives.js';

/** Null for an empty field. Forms send text, JSON callers may send numbers and booleans. */
const nullIfEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '') ? null : value;

function field<T>(parse: (value: unknown) => T | null, message: string, schema: ApiSchema) {
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

const asText = (max: number, example: string, lines?: Lines) =>
  z
    .pipe(
      z.optional(z.nullable(personText(max, lines))),
      z.transform((value) => (value === undefined || value === null || isBlank(value) ? null : value)),
    )
    .register(apiSchemas, { examples: [example] });

export const amountMessages = { invalid: 'Amount must be a number of 0 or more with at most two decimals.' } as const;

/** Empty or missing is null. */
export const dateField = field(
  (value) => (isoDate.safeParse(value).success ? (value as string) : null),
  'Please enter a valid date (YYYY-MM-DD).',
  acceptedInputs.date,
);
export const amountField = field(parseAmount, amountMessages.invalid, acceptedInputs.amount);
const vatField = field(parseAmount, vatMessages.invalid, acceptedInputs.amount);
const rateField = field(parseRate, overrideMessages.outOfRange, acceptedInputs.rate);
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
const classificationField = field(
  (value) => (typeof value === 'string' ? normaliseClassification(value) : null),
  `must be one of ${CLASSIFICATIONS.join(', ')}`,
  acceptedInputs.classification,
);
const flagField = field(
  (value) => (value === true || value === 'true' ? 'yes' : value === false || value === 'false' ? 'no' : null),
  "must be 'true' or 'false'",
  acceptedInputs.flag,
);
const reimbursementCurrencyField = field(
  (value) => REIMBURSEMENT_CURRENCIES.find((currency) => currency === value) ?? null,
  `must be one of ${REIMBURSEMENT_CURRENCIES.join(', ')}`,
  { type: 'string', enum: [...REIMBURSEMENT_CURRENCIES] },
);
const revisionField = field(
  (value) => (typeof value !== 'object' && /^\d{1,9}$/.test(String(value)) ? Number(value) : null),
  'must be a whole number',
  acceptedInputs.revision,
);

/**
 * The fields are those of. Sent rates and reimbursements are ignored, because the server computes them.
 * Additions: `today` is the client's date, `uploaded` a file sent earlier through POST /api/uploads,
 * `reimbursement_currency` what the form showed.
 */
export const expenseForm = z
  .pipe(
    z.object({
      date: dateField,
      type: asText(60, 'Restaurant', 'one'),
      justification: asText(2000, 'Lunch with the auditors'),
      amount: amountField,
      currency: currencyField,
      currency_other: currencyField,
      status: z.enum(['draft', 'submitted'], "must be 'draft' or 'submitted'"),
      classification: classificationField,
      vat_amount: vatField,
      no_receipt: flagField,
      override_exchange_rate: rateField,
      override_reason: asText(500, 'As the bank charged it'),
      reimbursement_currency: reimbursementCurrencyField,
      today: dateField,
      uploaded: asText(120, '', 'one'),
      remove_receipt: flagField,
      revision: revisionField,
    }),
    z.transform((form, context) => {
      const currency = form.currency === OTHER_CURRENCY ? form.currency_other : form.currency;
      if (form.currency === OTHER_CURRENCY && (currency === null || currency === OTHER_CURRENCY)) {
        context.issues.push({
          code: 'custom',
          message: currencyMessages.invalid,
          input: form.currency_other,
          path: ['currency'],
        });
      }
      return {
        status: form.status,
        details: {
          date: form.date,
          category: form.type,
          justification: form.justification,
          amount: form.amount,
          currency,
          classification: form.classification,
          vatAmount: form.vat_amount,
          noReceipt: form.no_receipt === 'yes',
        },
        override:
          form.override_exchange_rate === null
            ? null
            : { rate: form.override_exchange_rate, reason: form.override_reason ?? '' },
        shownCurrency: form.reimbursement_currency,
        today: form.today,
        uploaded: form.uploaded,
        removeReceipt: form.remove_receipt === 'yes',
        revision: form.revision,
      };
    }),
  )
  .register(apiSchemas, {
    if: { properties: { currency: acceptedInputs.otherCurrency }, required: ['currency'] },
    then: { properties: { currency_other: acceptedInputs.currency }, required: ['currency_other'] },
  });

export const claimDetails = z.object({
  date: z.nullable(isoDate),
  category: z.nullable(z.string()),
  justification: z.nullable(z.string()),
  amount: z.nullable(decimal),
  currency: z.nullable(z.string()),
  classification: z.nullable(z.string()),
  vatAmount: z.nullable(decimal),
  noReceipt: z.boolean(),
});

/** The details that a person sends. */
export const writtenDetails = z.extend(claimDetails, {
  category: z.nullable(personText(60, 'one')),
  justification: z.nullable(personText(2000)),
});
