import * as z from 'zod/mini';

/** The metadata of every event (design §4). */
export const eventMetadata = z.object({
  schemaVersion: z.number(),
  /** Id `system` for automatic actions. */
  actor: z.object({ id: z.string(), email: z.string(), role: z.string() }),
  /** ISO instant, by the clock of the service that wrote the event. */
  at: z.string(),
  correlationId: z.string(),
  causationId: z.nullable(z.string()),
  /** SHA-256 of the previous event in the stream (see `eventHash`), for tamper evidence; null in the first event. */
  previousHash: z.nullable(z.string()),
  /**
   * In the first event of an expense created with an Idempotency-Key: SHA-256 of the payload. The stream's uuid is
   * derived from the key, so this distinguishes a retry from a different request with the same key.
   */
  requestHash: z.optional(z.string()),
});
export type EventMetadata = z.infer<typeof eventMetadata>;
