import * as z from 'zod/mini';
import { eventMetadata } from '../events/metadata.js';
import { TRAIL_PREFIXES } from '../events/trail.js';
import { defineOperation } from '../operation.js';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { wholeNumber } from './whole-number.js';

export const FEED_FORMATS = {
  'application/x-ndjson': 'lines',
  'text/event-stream': 'server-sent',
  'application/cloudevents-batch+json': 'cloud-events',
} as const;
export type FeedType = keyof typeof FEED_FORMATS;
export type FeedFormat = (typeof FEED_FORMATS)[FeedType];

/** One event of the feed. Unreadable parts of an event that was altered are null. */
export const feedLine = z.object({
  /** The position in the event store. */
  position: z.string(),
  /** The index in the log of all events, from 0. */
  leaf: z.int().check(z.gte(0)),
  stream: z.string(),
  revision: z.int().check(z.gte(0)),
  id: z.string(),
  type: z.string(),
  version: z.nullable(z.int().check(z.gte(1))),
  at: z.nullable(z.string()),
  actor: z.nullable(eventMetadata.shape.actor),
  data: z.unknown(),
  metadata: z.nullable(eventMetadata),
  /** Lower-case hex SHA-256 of the event when it came into the log: the leaf's entry. */
  hash: z.string(),
});
export type FeedLine = z.infer<typeof feedLine>;

/**
 * A part of the log in its order, of bounded size.
 * @throws TRAIL_BROKEN if the event store no longer has the events that are in the log
 * @throws INVALID_INPUT if `after` is not in the log
 */
export const readEventFeed = defineOperation({
  subject: 'audit.read-events',
  work: 'one',
  readOnly: true,
  request: z.object({
    /** The last leaf that was read; −1 before the first one. */
    after: z.int().check(z.gte(-1)),
    /** The last leaf that is asked for. */
    to: z.optional(z.int()),
    /** Only streams whose names begin with it. */
    prefix: z.optional(z.string()),
    format: z.enum(Object.values(FEED_FORMATS)),
  }),
  reply: z.object({
    /** The page as the client gets it: a JSON string costs less on its way than its parts. */
    text: z.string(),
    /** The last leaf that was looked at; `after` if the log has none after it. */
    last: z.number(),
    /** Leaves of the log. */
    size: z.number(),
  }),
});

/** The number of leaves that one reply looks at, by default and at most. */
export const FEED_LIMIT = { default: 1000, most: 10_000 } as const;
export const LONGEST_FEED_WAIT_SECONDS = 30;

export const eventFeedRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/events',
  summary: 'Every event of the log in its order, as lines of JSON, server-sent events or CloudEvents.',
  replyType: 'events',
  fileTypes: Object.keys(FEED_FORMATS),
  errors: ['TRAIL_BROKEN'],
  query: z.object({
    after: z.optional(wholeNumber(0)),
    limit: z.optional(wholeNumber(1, FEED_LIMIT.most)),
    prefix: z.optional(
      text(200).check(
        z.refine((prefix) => TRAIL_PREFIXES.some((known) => prefix.startsWith(known)), {
          error: `must begin with one of ${TRAIL_PREFIXES.join(', ')}`,
        }),
      ),
    ),
    wait: z.optional(wholeNumber(0, LONGEST_FEED_WAIT_SECONDS)),
  }),
  reply: feedLine,
});

export const eventSchemasRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/schemas',
  summary: 'The JSON Schema of a line of the feed, with those of every event type and version.',
  reply: z.record(z.string(), z.unknown()),
});
