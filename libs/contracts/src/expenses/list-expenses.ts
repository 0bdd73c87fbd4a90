import * as z from 'zod/mini';
import { CLASSIFICATIONS, STATUSES } from '@outlay/rules';
import { apiSchemas } from '../api-schema.js';
import { asOfQuery } from '../as-of.js';
import { bytes, defineOperation } from '../operation.js';
import { instant, isoDate, reimbursementCurrency, status, text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { claimFields } from './claim-fields.js';
import { expenseJson } from './expense.js';

/** Expenses per message: the transport's limit is 1 MB, an expense has about 1.1 kB. */
export const EXPENSE_PAGE = 500;
const LISTED_IDS = 100;
/** The people that a list can be filtered by at once. */
export const LISTED_PEOPLE = 20;
/** The length of their list, which leaves room in the body of a saved view. */
const LONGEST_PEOPLE = 4_000;
/** The limit exceeds what fits into the headers of a request. */
const KNOWN_VERSIONS = 10_000;

/** The order by submission or by the expense's date, newest first; or by submission, oldest first. */
export const EXPENSE_SORTS = ['created_at', 'date', 'oldest'] as const;

const day = z.optional(isoDate);
const amount = z.optional(
  z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be an amount with at most two decimals')),
);
const yesOrNo = z.optional(z.enum(['yes', 'no']));
const receiptKind = z.optional(z.enum(['receipt', 'declaration', 'none']));

/** Filters beside the specification's, each of which is left out if nothing is chosen; ranges include both ends. */
const chosenFilters = {
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a 3-letter currency code'))),
  classification: z.optional(z.enum(CLASSIFICATIONS)),
  /** The name of a trip, in any case. */
  trip: z.optional(text(claimFields.trip.max)),
  overridden: yesOrNo,
  amended: yesOrNo,
  /** Whether its owner has to answer a question before it can be approved. */
  waiting: yesOrNo,
};

export const expenseFilter = z.object({
  statuses: z.nullable(z.array(status)),
  /** The ids or emails of users, separated by commas, which neither contains. */
  user: z.nullable(z.string()),
  category: z.nullable(z.string()),
  /** Part of a user's name or email, a justification, a category, a trip, an id, an amount or a date. */
  q: z.nullable(z.string()),
  dateFrom: day,
  dateTo: day,
  reimbursementFrom: amount,
  reimbursementTo: amount,
  reimbursementCurrency: z.optional(reimbursementCurrency),
  receiptKind,
  /** Whether others have the same figures or the same receipt, of a claim that is not decided: `duplicate_count`. */
  duplicates: yesOrNo,
  /** The super admin whom the question about a submitted claim mentions, by id or email. */
  mentioned: z.optional(z.string()),
  ...chosenFilters,
});
export type ExpenseFilter = z.infer<typeof expenseFilter>;

/** Each person of a filter, once. */
export function peopleOf(user: string): string[] {
  return [...new Set(user.split(',').map((one) => one.trim()))];
}

/**
 * One page as JSON in UTF-8: the read model stores `expenseJson` serialised, so the gateway need not parse it.
 * @throws SNAPSHOT_NOT_READY while the lists as of an instant are made
 */
export const listExpenses = defineOperation({
  subject: 'expenses.list',
  work: 'page',
  readOnly: true,
  request: z.object({
    scope: z.enum(['own', 'all']),
    limit: z.number().check(z.gte(1), z.lte(EXPENSE_PAGE)),
    cursor: z.nullable(z.string()),
    sort: z.enum(EXPENSE_SORTS),
    filter: expenseFilter,
    /** Only these expenses, each by `id` or `expense_id`. */
    ids: z.optional(z.array(z.string()).check(z.maxLength(LISTED_IDS))),
    /** The versions the caller has; if the current one is among them, no expenses are returned. */
    knownVersions: z.array(z.string()).check(z.maxLength(KNOWN_VERSIONS)),
    asOf: z.optional(instant),
    /** Each expense is only its `ListedState`. */
    states: z.optional(z.boolean()),
  }),
  reply: z.object({
    version: z.string(),
    /** Null if the current version is among the known ones. */
    expenses: z.nullable(bytes),
    nextCursor: z.nullable(z.string()),
  }),
});

const limit = z
  .pipe(
    z.string().check(z.regex(/^\d{1,3}$/, `must be a whole number from 1 to ${EXPENSE_PAGE}`)),
    z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(EXPENSE_PAGE))),
  )
  // Documented as a number, although query parameters arrive as text.
  .register(apiSchemas, { type: 'integer', minimum: 1, maximum: EXPENSE_PAGE, pattern: undefined });
export const statuses = z
  .pipe(
    z.string(),
    z.transform((raw, context) => {
      const listed = z.array(status).safeParse(raw.split(','));
      if (listed.success) return listed.data;
      context.issues.push({ code: 'custom', message: `must be one or more of ${STATUSES.join(', ')}`, input: raw });
      return z.NEVER;
    }),
  )
  .register(apiSchemas, {
    pattern: `^(${STATUSES.join('|')})(,(${STATUSES.join('|')}))*$`,
    description: 'One or more statuses, separated by commas.',
    examples: ['submitted', 'approved,paid'],
  });

const ids = z
  .pipe(
    z
      .string()
      .check(z.regex(/^[\w-]{1,60}(,[\w-]{1,60}){0,99}$/, `must be up to ${LISTED_IDS} ids, separated by commas`)),
    z.transform((raw) => raw.split(',')),
  )
  .register(apiSchemas, {
    description: 'Up to 100 expenses by `id` or `expense_id`, separated by commas.',
    examples: ['EXP-7K3QX9M2PA'],
  });

/** Strict, because a list that ignored a misspelt filter would show more than was asked for. */
export const ownListFilterQuery = z.strictObject({
  status: z.optional(statuses),
  category: z.optional(text(60)),
  q: z.optional(text(100)),
  date_from: day,
  date_to: day,
  reimbursement_from: amount,
  reimbursement_to: amount,
  reimbursement_currency: z.optional(reimbursementCurrency),
  receipt_kind: receiptKind,
  ...chosenFilters,
  ...asOfQuery,
});
const user = z.optional(
  text(LONGEST_PEOPLE)
    .check(
      z.refine((given) => peopleOf(given).length <= LISTED_PEOPLE, `must be at most ${LISTED_PEOPLE} people`),
      z.refine((given) => given === '' || peopleOf(given).every(Boolean), 'must be ids or emails, separated by commas'),
    )
    .register(apiSchemas, {
      description: `Up to ${LISTED_PEOPLE} people by id or email, separated by commas.`,
      examples: ['ann@example.org', 'ann@example.org,ben@example.org'],
    }),
);
/** The version of one's own list does not follow what others claim, so duplicates filter that of all only. */
const ofAll = {
  user,
  duplicates: yesOrNo,
  /** The super admin whom the latest question about a submitted claim mentions, by id or email. */
  mentioned: z.optional(text(254)),
};
export const listFilterQuery = z.extend(ownListFilterQuery, ofAll);
export type ListFilterQuery = z.output<typeof listFilterQuery>;

/** Without `limit` the whole list, with it a page and a `Link` header to the next. */
const ownListQuery = z.extend(ownListFilterQuery, {
  limit: z.optional(limit),
  cursor: z.optional(text(300)),
  id: z.optional(ids),
  sort: z._default(z.enum(EXPENSE_SORTS), 'created_at'),
});
export const listQuery = z.extend(ownListQuery, ofAll);
export type ListQuery = z.output<typeof listQuery>;

export const listOwnExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/expenses',
  summary: "The caller's expenses, newest first.",
  cached: true,
  query: ownListQuery,
  errors: ['SEARCH_TOO_BROAD', 'SNAPSHOT_NOT_READY'],
  reply: z.array(expenseJson),
});

export const listAllExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses-with-users',
  summary: 'The expenses of all users, newest first.',
  cached: true,
  query: listQuery,
  errors: ['SEARCH_TOO_BROAD', 'SNAPSHOT_NOT_READY'],
  reply: z.array(expenseJson),
});

/** It differs whenever the expense does: the name of its owner and its duplicates change without a revision. */
const expenseState = z.pick(expenseJson, { expense_id: true, revision: true, user_name: true, duplicate_count: true });
export type ListedState = z.infer<typeof expenseState>;

export const listExpenseStatesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/states',
  summary: 'What shows of each listed expense whether it has changed, for whoever has it already.',
  cached: true,
  query: z.omit(listQuery, { id: true, as_of: true }),
  errors: ['SEARCH_TOO_BROAD'],
  reply: z.array(expenseState),
});
