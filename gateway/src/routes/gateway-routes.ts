import { defineRoute, RATE_SOURCE_STATES, snakeCased } from '@outlay/contracts';
import * as z from 'zod/mini';

// Operational routes.

export const liveRoute = defineRoute({
  method: 'GET',
  path: '/api/health/live',
  summary: 'Whether the process runs.',
  reply: z.object({ status: z.literal('ok') }),
});

export const readyRoute = defineRoute({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Whether everything the process depends on works.',
  reply: z.object({
    status: z.enum(['ok', 'unavailable']),
    parts: z.record(z.string(), z.boolean()),
    /** Informative only; null if a service is unavailable. */
    details: snakeCased(
      z.object({
        /** Settings whose servers cannot be used. */
        missing: z.readonly(z.array(z.string())),
        trail: z.nullable(
          z.object({
            quarantinedStreams: z.number(),
            logBroken: z.boolean(),
            behindEvents: z.nullable(z.number()),
            behindSeconds: z.nullable(z.number()),
          }),
        ),
        exchangeRates: z.nullable(
          z.object({
            bundledUntil: z.string(),
            bundledAgeDays: z.number(),
            sources: z.record(
              z.string(),
              z.object({ state: z.enum(RATE_SOURCE_STATES), newestDate: z.nullable(z.string()) }),
            ),
          }),
        ),
      }),
    ),
  }),
  replyStatuses: [503],
});

export const openApiRoute = defineRoute({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This API document.',
  reply: z.record(z.string(), z.unknown()),
});

export const asyncApiRoute = defineRoute({
  method: 'GET',
  path: '/api/asyncapi.json',
  summary: 'The streams of events and the messages between services, as an AsyncAPI document.',
  reply: z.record(z.string(), z.unknown()),
});
