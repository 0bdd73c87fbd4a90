import * as z from 'zod/mini';
import {
  ALL_ROLES,
  canonicalRole,
  cleanText,
  isDecimal,
  isIsoDate,
  REIMBURSEMENT_CURRENCIES,
  ROLES,
  STATUSES,
  VISIBLE,
  type Lines,
} from '@outlay/rules';
import { apiSchemas } from './api-schema.js';

/** Decimals are text and instants are ISO strings in internal messages. */
export const decimal = z.string().check(z.refine(isDecimal, 'must be a decimal number'));
export const isoDate = z
  .string()
  .check(z.refine(isIsoDate, 'must be a date (YYYY-MM-DD)'))
  .register(apiSchemas, { format: 'date' });
export const instant = z.string().register(apiSchemas, { format: 'date-time' });
export const status = z.enum(STATUSES);
export const role = z.enum(ALL_ROLES as [(typeof ALL_ROLES)[number], ...typeof ALL_ROLES]);
export const assignableRole = z.enum(ROLES);
export const roleInput = z.pipe(z.enum(role.options, `must be one of ${ROLES.join(', ')}`), z.transform(canonicalRole));
export const reimbursementCurrency = z.enum(REIMBURSEMENT_CURRENCIES);
export const text = (max: number, missing?: string) =>
  z.string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) }).check(
    z.maxLength(max, `must be at most ${max} characters long`),
    z.regex(/^[^\u0000]*$/, 'must not contain null characters'),
    // A text with half a surrogate pair is refused, because stores replace it by another character.
    z.refine((value) => !/\p{Cs}/u.test(value), 'must not contain half characters'),
  );
const cleaned = (max: number, lines?: Lines) =>
  z.pipe(
    z.transform((value: string) => cleanText(value, lines)),
    z.string().check(z.maxLength(max, `must be at most ${max} characters long`)),
  );
/** A text for others to read, as it is stored (`cleanText`). */
export const personText = (max: number, lines?: Lines) => z.pipe(text(max), cleaned(max, lines));
/** A text with at least one visible character. */
export const requiredText = (max: number, missing?: string, lines?: Lines) =>
  z.pipe(text(max, missing).check(z.regex(VISIBLE, missing ?? 'is required')), cleaned(max, lines));
/** The number of claims that one payment can pay. */
export const PAYMENT_MAX = 1000;
/** The numbers of claims and of payments in one run. */
export const RUN_MAX = { expenses: 3000, payments: 500 } as const;
/** The hash of an event or of a receipt, in hexadecimal. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'));
/** An expense's id, expense_id or unique_id. */
export const expenseRef = text(80).check(z.minLength(1));
