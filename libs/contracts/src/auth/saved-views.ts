import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { EXPENSE_SORTS, listFilterQuery } from '../expenses/list-expenses.js';
import { defineOperation } from '../operation.js';
import { instant, personText, requiredText, status } from '../primitives.js';
import { messageReply } from '../replies.js';
import { defineRoute } from '../route.js';
import { snakeCased } from '../snake-case.js';

/** The length of a view's name, and the number of views of a person. */
export const VIEW_LIMITS = { name: 60, views: 50 } as const;

const { as_of: _asOf, status: _statuses, ...filters } = listFilterQuery.shape;

/** The query of the list of all expenses, of now, with one status, as the panel has it. */
export const viewFilter = z.object({
  ...filters,
  status: z.optional(status),
  sort: z.optional(z.enum(EXPENSE_SORTS)),
});
export type ViewFilter = z.output<typeof viewFilter>;

const content = {
  name: z.string(),
  /** Whether all super admins have it, or only its owner. */
  shared: z.boolean(),
  filter: viewFilter,
};
/** The data of its event. */
export const savedViewData = z.object({ viewId: z.string(), ...content });
export type SavedViewData = z.infer<typeof savedViewData>;

/** A saved view as others see it, too. Its owner may have left. */
const listedView = z.object({
  id: z.string(),
  ...content,
  savedAt: instant,
  ownerId: z.string(),
  ownerName: z.string(),
});
export type ListedView = z.infer<typeof listedView>;
const listedViewJson = snakeCased(listedView).register(apiSchemas, { id: 'SavedView' });
export type SavedViewJson = z.infer<typeof listedViewJson>;

/** The person's own views, and what others share, by name. */
export const listViews = defineOperation({
  subject: 'auth.list-views',
  work: 'grows',
  readOnly: true,
  request: z.object({}),
  reply: z.object({ views: z.array(listedView) }),
});

/**
 * A view with a new name, or the changed one of `viewId`.
 * @throws NOT_FOUND if the person has no such view
 * @throws CONFLICT if another one of theirs has the name, or there are too many
 */
export const saveView = defineOperation({
  subject: 'auth.save-view',
  work: 'one',
  request: z.object({
    viewId: z.nullable(z.string()),
    name: personText(VIEW_LIMITS.name, 'one'),
    shared: z.boolean(),
    filter: viewFilter,
  }),
  reply: z.object({ view: listedView }),
});

/** @throws NOT_FOUND unless it is the person's own or shared */
export const removeView = defineOperation({
  subject: 'auth.remove-view',
  work: 'one',
  request: z.object({ viewId: z.string() }),
  reply: z.object({ done: z.literal(true) }),
});

const body = z.object({
  name: requiredText(VIEW_LIMITS.name, 'Name is required', 'one'),
  shared: z.boolean(),
  filter: viewFilter,
});

export const listViewsRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/views',
  summary: "The caller's saved views of the list of expenses, and those that other super admins share, by name.",
  reply: z.array(listedViewJson),
});

export const saveViewRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/views',
  summary: 'Saves a view of the list of expenses under a name, for the caller or for all super admins.',
  status: 201,
  body,
  errors: ['CONFLICT'],
  reply: listedViewJson,
});

export const replaceViewRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/views/{id}',
  summary: "Replaces a view of the caller's: its name, its filter and whether it is shared.",
  body,
  errors: ['CONFLICT', 'NOT_FOUND'],
  reply: listedViewJson,
});

export const removeViewRoute = defineRoute({
  method: 'DELETE',
  path: '/api/admin/views/{id}',
  summary: "Removes a view of the caller's, or one that is shared.",
  errors: ['NOT_FOUND'],
  reply: messageReply,
});
