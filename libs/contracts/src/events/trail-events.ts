import * as z from 'zod/mini';

/** The events of the stream `trail-repairs`. */
export const trailEventSchemas = {
  /** The read models were made again although the trail is broken. */
  TrailRepaired: z.object({
    /** Who answers for it, as they called themselves. */
    by: z.string(),
    reason: z.string(),
    /** The ids of the findings that were accepted. */
    findings: z.array(z.string()),
    /** By the findings' ids: of what was accepted, null where nothing was. Missing in older events, which accept nothing. */
    digests: z.optional(z.record(z.string(), z.nullable(z.string()))),
  }),
} as const;

export type TrailRepaired = z.infer<typeof trailEventSchemas.TrailRepaired>;
export type TrailEvent = { readonly type: 'TrailRepaired'; readonly data: TrailRepaired };
