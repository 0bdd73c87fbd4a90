import * as z from 'zod/mini';

/** What every event carries beside its data (design §4). */
export const eventMetadata = z.object({
  schemaVersion: z.number(),
  /** Who did it; `system` for what the product did by itself. */
  actor: z.object({ id: z.string(), email: z.string(), role: z.string() }),
  /** When, as an ISO instant: the one clock of the trail, given by the service that wrote the event. */
  at: z.string(),
  correlationId: z.string(),
  causationId: z.nullable(z.string()),
  /** SHA-256 over the event before in the stream (see `eventHash`), null for the first: what makes the trail tamper-evident. */
  previousHash: z.nullable(z.string()),
  /**
   * In the first event of an expense asked for with an Idempotency-Key: SHA-256 over what the request said. The stream's
   * uuid follows from the key, so that this tells a repetition from another request under it.
   */
  requestHash: z.optional(z.string()),
});
export type EventMetadata = z.infer<typeof eventMetadata>;
