import * as z from 'zod/mini';
import { ALL_ROLES, isDecimal, isIsoDate, REIMBURSEMENT_CURRENCIES, ROLES, STATUSES } from '@outlay/rules';

/** Building blocks of the contracts: internal messages carry decimals as text and instants as ISO strings. */
export const decimal = z.string().check(z.refine(isDecimal, 'must be a decimal number'));
export const isoDate = z.string().check(z.refine(isIsoDate, 'must be a date (YYYY-MM-DD)'));
export const instant = z.string();
export const status = z.enum(STATUSES);
export const role = z.enum(ALL_ROLES as [(typeof ALL_ROLES)[number], ...typeof ALL_ROLES]);
export const assignableRole = z.enum(ROLES);
export const reimbursementCurrency = z.enum(REIMBURSEMENT_CURRENCIES);
/** Free text from a person, bounded so that no message outgrows its transport. */
export const text = (max: number) =>
  z.string().check(
    z.maxLength(max, `must be at most ${max} characters long`),
    z.refine((s) => !s.includes('\u0000'), 'must not contain null characters'),
  );
export const nonBlank = (max: number, message = 'is required') =>
  text(max).check(z.refine((s) => s.trim() !== '', message));
/** An expense in a path: its id, expense_id or unique_id. */
export const expenseRef = text(80).check(z.minLength(1));
