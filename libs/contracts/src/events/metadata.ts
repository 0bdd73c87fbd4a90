import * as z from 'zod/mini';

/** The metadata of every event (docs/events.md). */
export const eventMetadata = z.object({
  schemaVersion: z.number(),
  actor: z.object({ id: z.string(), email: z.string(), role: z.string() }),
  /** ISO instant, by the clock of the service that wrote the event. */
  at: z.string(),
  correlationId: z.string(),
  causationId: z.nullable(z.string()),
  /** SHA-256 of the previous event in the stream (see `eventHash`), for tamper evidence; null in the first event. */
  previousHash: z.nullable(z.string()),
  /** SHA-256 of the payload, if an Idempotency-Key created the stream: detects another request with the same key. */
  requestHash: z.optional(z.string()),
});
export type EventMetadata = z.infer<typeof eventMetadata>;
