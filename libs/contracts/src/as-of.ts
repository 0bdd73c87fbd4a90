import * as z from 'zod/mini';

/** `as_of` in a query: the reply is what it would have been at that instant. Calls that do not know it refuse it. */
export const asOfQuery = {
  as_of: z.optional(
    z.pipe(
      z.string(),
      z.transform((text, context) => {
        const instant = new Date(text);
        if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(instant.getTime())) return instant.toISOString();
        const message = 'as_of must be an instant, such as 2026-03-02T09:00:00Z';
        context.issues.push({ code: 'custom', message, input: text });
        return z.NEVER;
      }),
    ),
  ),
};
