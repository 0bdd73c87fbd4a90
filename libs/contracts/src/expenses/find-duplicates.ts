import { JOINED_MAX } from '@outlay/rules';
import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { decimal, expenseRef, isoDate, sha256, text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { snakeCased } from '../snake-case.js';
import { amountField, currencyField, dateField } from './claim-inputs.js';
import { expenseJson } from './expense.js';

/**
 * `same_figures`: approved or paid, of the same user with the same date, amount and currency.
 * `same_receipt`: submitted, approved or paid, of any user.
 */
export const duplicateJson = z
  .extend(expenseJson, { same_figures: z.boolean(), same_receipt: z.boolean() })
  .register(apiSchemas, { id: 'Duplicate' });
export type DuplicateJson = z.infer<typeof duplicateJson>;

/** The expense is as the read model has it for the list. */
export const duplicate = z.object({ expense: expenseJson, sameFigures: z.boolean(), sameReceipt: z.boolean() });
export type Duplicate = z.infer<typeof duplicate>;

export function toDuplicateJson({ expense, sameFigures, sameReceipt }: Duplicate): DuplicateJson {
  return { ...expense, same_figures: sameFigures, same_receipt: sameReceipt };
}

export const findDuplicates = defineOperation({
  subject: 'expenses.duplicates',
  work: 'one',
  readOnly: true,
  request: z.object({ id: expenseRef }),
  reply: z.object({ duplicates: z.array(duplicate) }),
});

export const findDuplicatesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/{id}/duplicates',
  summary: 'Other expenses with the same receipt, or with the same user, date, amount and currency.',
  errors: ['TRAIL_BROKEN'],
  reply: z.object({ duplicates: z.array(duplicateJson) }),
});

/** A joined receipt has its own hash and that of each file in it. */
const RECEIPT_HASHES_MAX = JOINED_MAX + 1;

/** A claim that another one repeats. It is named only to its owner. */
const foreseenDuplicate = z.object({
  expenseId: z.nullable(z.string()),
  justification: z.nullable(z.string()),
  message: z.string(),
});
const foreseenDuplicateJson = snakeCased(foreseenDuplicate).register(apiSchemas, { id: 'ForeseenDuplicate' });
export type ForeseenDuplicate = z.infer<typeof foreseenDuplicateJson>;

/** Whether a claim of the caller, as far as it is filled in, repeats one: an own one, or a receipt that anybody sent. */
export const foreseeDuplicate = defineOperation({
  subject: 'expenses.foresee-duplicate',
  work: 'one',
  readOnly: true,
  request: z.object({
    /** The claim itself, if it has been saved. One of somebody else's is ignored. */
    id: z.nullable(z.string()),
    date: z.nullable(isoDate),
    amount: z.nullable(decimal),
    currency: z.nullable(z.string()),
    /** The hash of the receipt's file, and the hash of each file that was joined into it. */
    receiptSha256s: z.array(sha256).check(z.maxLength(RECEIPT_HASHES_MAX)),
  }),
  reply: z.object({ sameFigures: z.nullable(foreseenDuplicate), sameReceipt: z.nullable(foreseenDuplicate) }),
});

export const foreseeDuplicateRoute = defineRoute({
  method: 'GET',
  path: '/api/expenses/duplicate-warning',
  summary: 'Whether the caller has a claim with these figures, or anybody has sent this receipt.',
  query: z.object({
    id: z.optional(text(80)),
    date: dateField,
    amount: amountField,
    currency: currencyField,
    receipt_sha256: z.optional(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^[0-9a-f]{64}(,[0-9a-f]{64}){0,${JOINED_MAX}}$`),
            `must be up to ${RECEIPT_HASHES_MAX} hashes, separated by commas`,
          ),
        ),
    ),
  }),
  reply: z.object({
    same_figures: z.nullable(foreseenDuplicateJson),
    same_receipt: z.nullable(foreseenDuplicateJson),
  }),
});
