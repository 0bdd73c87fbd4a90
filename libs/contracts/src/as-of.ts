import * as z from 'zod/mini';
import { OutlayError } from './errors.js';

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

/** @throws INVALID_INPUT if the instant is later than now, of which nothing is known yet */
export function requirePast(asOf: string | undefined | null, now: Date): void {
  if (!asOf || asOf <= now.toISOString()) return;
  const message = 'as_of must not be in the future';
  throw new OutlayError('INVALID_INPUT', message, [{ field: 'as_of', message }]);
}
