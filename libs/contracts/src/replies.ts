import * as z from 'zod/mini';

/** The plain answer of a call that only has something to say. */
export const messageReply = z.object({ message: z.string() });
