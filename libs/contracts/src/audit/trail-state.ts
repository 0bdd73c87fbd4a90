import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { instant } from '../primitives.js';
import { defineRoute } from '../route.js';

/** The part of the state that the projector of claims knows. */
const projectionState = {
  quarantined: z.number(),
  /** The streams that were found first, at most 100; none unless a super admin asks. */
  streams: z.array(
    z.object({
      stream: z.string(),
      expenseId: z.nullable(z.string()),
      revision: z.number(),
      finding: z.string(),
      foundAt: z.string(),
    }),
  ),
  /** Events that are not projected, at most 500, and the age of the oldest; null before the first look. */
  behind: z.nullable(z.object({ events: z.number(), seconds: z.number() })),
};

/** How far the lists are behind the events, and which streams are left out of them. The audit service asks for it. */
export const readProjectionState = defineOperation({
  subject: 'expenses.projection-state',
  work: 'one',
  readOnly: true,
  request: z.object({}),
  reply: z.object(projectionState),
});

/** The faults of the trail that the running product knows, and how far the read models are behind it. */
export const readTrailState = defineOperation({
  subject: 'audit.trail-state',
  work: 'one',
  readOnly: true,
  request: z.object({}),
  reply: z.object({
    ...projectionState,
    /** The reason why the log of all events has stopped. */
    logBroken: z.nullable(z.string()),
  }),
});

export const trailStateJson = z
  .object({
    quarantined: z.number(),
    /** At most 100. */
    streams: z.array(
      z.object({
        stream: z.string(),
        expense_id: z.nullable(z.string()),
        revision: z.number(),
        finding: z.string(),
        found_at: instant,
      }),
    ),
    log_broken: z.nullable(z.string()),
    behind_events: z.nullable(z.number()),
    behind_seconds: z.nullable(z.number()),
  })
  .register(apiSchemas, { id: 'TrailState' });
export type TrailStateJson = z.infer<typeof trailStateJson>;

export const trailStateRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/state',
  summary: 'The streams whose stored events do not hold, whether the log goes on, and how far the lists are behind.',
  reply: trailStateJson,
});
