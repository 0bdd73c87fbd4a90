import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { instant, isoDate } from '../primitives.js';
import { defineRoute } from '../route.js';

/** `waiting`: not fetched yet. `late`: responds, but without the expected date. */
export const RATE_SOURCE_STATES = ['off', 'waiting', 'current', 'late', 'failing'] as const;
export type RateSourceState = (typeof RATE_SOURCE_STATES)[number];

/** `unconfirmed`: far from the previous value and not confirmed by the next. `impossible`: too far to be confirmed. */
export const RATE_REFUSALS = ['not_a_rate', 'unconfirmed', 'impossible', 'no_reference'] as const;
export type RateRefusal = (typeof RATE_REFUSALS)[number];

const rateSourceView = z.object({
  /** The name of the source, also the label of its metrics: `ecb`, `cbk`, `currency-api`. */
  name: z.string(),
  state: z.enum(RATE_SOURCE_STATES),
  newestDate: z.nullable(isoDate),
  triedAt: z.nullable(instant),
  /** The last failure in a few words, without the address. */
  failure: z.nullable(z.string()),
});
export type RateSourceView = z.infer<typeof rateSourceView>;

const refusedRateView = z.object({
  currency: z.string(),
  date: isoDate,
  /** Units per euro as sent by the source; possibly not a number. */
  value: z.string(),
  reference: z.nullable(z.string()),
  source: z.string(),
  reason: z.enum(RATE_REFUSALS),
  refusedAt: instant,
});
export type RefusedRateView = z.infer<typeof refusedRateView>;

const bundledRatesView = z.object({ source: z.string(), licence: z.string(), builtAt: instant, newestDate: isoDate });

/** The rate sources, their age, and recently rejected values, newest first. */
export const describeRateSources = defineOperation({
  subject: 'fx.describe-sources',
  work: 'one',
  readOnly: true,
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
  summary: 'The sources of exchange rates, their age, and rejected values with the reason.',
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
