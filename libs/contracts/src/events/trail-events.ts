import * as z from 'zod/mini';

/** The events of the stream `trail-repairs`. */
export const trailEventSchemas = {
  /** The read models were rebuilt although the trail is broken. */
  TrailRepaired: z.object({
    /** The name of the person who answers for it, as they gave it. */
    by: z.string(),
    reason: z.string(),
    /** The ids of the findings that were accepted. */
    findings: z.array(z.string()),
    /** The accepted digests by the findings' ids; null where nothing was found. */
    digests: z.record(z.string(), z.nullable(z.string())),
  }),
} as const;

export type TrailRepaired = z.infer<typeof trailEventSchemas.TrailRepaired>;
export type TrailEvent = { readonly type: 'TrailRepaired'; readonly data: TrailRepaired };
