import * as z from 'zod/mini';
import { EMAIL_FORM, REGISTRATION_PASSWORD_MIN } from '@outlay/rules';

export type ApiSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema that zod cannot derive: the input of a transforming field, a format, or a shared component's `id`. */
export const apiSchemas = z.registry<ApiSchema>();

const { raw } = String;
const trimmed = (text: string) => raw`^\s*(${text})\s*$`;
const inAnyCase = (word: string) => word.replace(/[a-z]/gi, (c) => `[${c.toUpperCase()}${c.toLowerCase()}]`);

// Decimals are only described, because most validators compute in floats and reject 4.35 by `multipleOf: 0.01`.
const ABOVE_ZERO = raw`(?=[\d.]*[1-9])`;
const AMOUNT = raw`(0{0,3}\d{1,12}(\.\d{1,2}0{0,18})?|\.\d{1,2}0{0,18})`;
const RATE = raw`(\d{1,15}(\.\d{1,20})?|\.\d{1,20})`;
const amount = {
  type: ['number', 'string'],
  exclusiveMaximum: 1e12,
  description: 'A number, or a number as text, with at most two decimals.',
  examples: [120.5, '120.50'],
} satisfies ApiSchema;

export const acceptedInputs = {
  amount: { ...amount, minimum: 0, pattern: trimmed(raw`${AMOUNT}|-0{1,15}(\.0{1,20})?`) },
  positiveAmount: { ...amount, exclusiveMinimum: 0, pattern: trimmed(ABOVE_ZERO + AMOUNT) },
  rate: {
    type: ['number', 'string'],
    exclusiveMinimum: 0,
    exclusiveMaximum: 1e15,
    pattern: trimmed(ABOVE_ZERO + RATE),
    examples: [1.0825, '1.0825'],
  },
  currency: {
    type: 'string',
    pattern: trimmed('[A-Za-z]{3}'),
    description: 'An ISO 4217 code in use as money on the day it is for, in any case.',
    examples: ['EUR'],
  },
  otherCurrency: { type: 'string', pattern: trimmed(inAnyCase('other')) },
  classification: {
    type: 'string',
    pattern: ['support', 'core', 'investment', 'mix'].map(inAnyCase).join('|'),
    description: 'support, investment or mix; legacy values are read as one of these.',
    examples: ['support', 'investment', 'mix'],
  },
  flag: { enum: [true, false, 'true', 'false'], examples: [false] },
  revision: { type: ['integer', 'string'], minimum: 0, maximum: 999_999_999, pattern: raw`^\d{1,9}$` },
  date: { type: 'string', format: 'date' },
  inviteDays: {
    type: ['integer', 'string'],
    minimum: 1,
    maximum: 90,
    pattern: trimmed(raw`0*([1-9]|[1-8]\d|90)`),
    default: 14,
  },
  email: {
    pattern: trimmed(raw`(?=\S{1,254}\s*$)${EMAIL_FORM}`),
    examples: ['ada@example.org'],
  },
  strongPassword: {
    minLength: REGISTRATION_PASSWORD_MIN,
    allOf: [raw`\p{Ll}`, raw`\p{Lu}`, raw`\p{Nd}`, raw`[^\p{L}\p{N}\s]`].map((pattern) => ({ pattern })),
    description: 'With a lowercase letter, an uppercase letter, a digit and a symbol.',
  },
} satisfies Record<string, ApiSchema>;

export function orEmpty({ examples, ...schema }: ApiSchema): ApiSchema {
  const empty = { type: ['string', 'null'], pattern: raw`^\s*$`, description: 'Empty.' } satisfies ApiSchema;
  return { anyOf: [schema, empty], ...(examples && { examples }) };
}
