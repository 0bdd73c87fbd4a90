import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { instant, isoDate } from '../primitives.js';
import { defineRoute } from '../route.js';

/**
 * How a source of rates stands. `off`: its address is not configured. `waiting`: not asked yet. `current`: it has brought
 * the day it was expected to. `late`: it answers, but not with that day yet. `failing`: its last answer was no good.
 */
export const RATE_SOURCE_STATES = ['off', 'waiting', 'current', 'late', 'failing'] as const;
export type RateSourceState = (typeof RATE_SOURCE_STATES)[number];

/**
 * Why a value was not taken. `not_a_rate`: zero, negative, or no number. `unconfirmed`: too far from the one before, and
 * the next has not confirmed it yet. `impossible`: so far off that nothing will confirm it. `no_reference`: there is
 * nothing to compare it with.
 */
export const RATE_REFUSALS = ['not_a_rate', 'unconfirmed', 'impossible', 'no_reference'] as const;
export type RateRefusal = (typeof RATE_REFUSALS)[number];

const rateSourceView = z.object({
  /** Short and stable, the label of its metrics: `ecb`, `cbk`, `currency-api`. */
  name: z.string(),
  state: z.enum(RATE_SOURCE_STATES),
  /** The newest day it has brought. */
  newestDate: z.nullable(isoDate),
  triedAt: z.nullable(instant),
  /** What went wrong the last time, in a few words and without an address. */
  failure: z.nullable(z.string()),
});
export type RateSourceView = z.infer<typeof rateSourceView>;

const refusedRateView = z.object({
  currency: z.string(),
  date: isoDate,
  /** Units per euro as the source has them: text, since it need not be a number. */
  value: z.string(),
  /** The value it was compared with. */
  reference: z.nullable(z.string()),
  source: z.string(),
  reason: z.enum(RATE_REFUSALS),
  refusedAt: instant,
});
export type RefusedRateView = z.infer<typeof refusedRateView>;

const bundledRatesView = z.object({ source: z.string(), licence: z.string(), builtAt: instant, newestDate: isoDate });

/** Where rates come from, how old each source is, and what was refused of late, newest first. */
export const describeRateSources = defineOperation({
  subject: 'fx.describe-sources',
  request: z.object({}),
  reply: z.object({
    bundled: bundledRatesView,
    sources: z.array(rateSourceView),
    refused: z.array(refusedRateView),
  }),
});

export const rateSourcesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/exchange-rate-sources',
  summary: 'Where exchange rates come from, how old each source is, and which values were refused and why.',
  reply: z
    .object({
      bundled: z.object({
        source: z.string(),
        licence: z.string(),
        built_at: instant,
        newest_date: isoDate,
        age_days: z.number(),
      }),
      sources: z.array(
        z.object({
          name: z.string(),
          state: z.enum(RATE_SOURCE_STATES),
          newest_date: z.nullable(isoDate),
          tried_at: z.nullable(instant),
          failure: z.nullable(z.string()),
        }),
      ),
      refused: z.array(
        z.object({
          currency: z.string(),
          date: isoDate,
          value: z.string(),
          reference: z.nullable(z.string()),
          source: z.string(),
          reason: z.enum(RATE_REFUSALS),
          refused_at: instant,
        }),
      ),
    })
    .register(apiSchemas, { id: 'ExchangeRateSources' }),
});
export type RateSourcesJson = z.infer<(typeof rateSourcesRoute)['reply']>;
