import * as z from 'zod/mini';
import { OutlayError } from './errors.js';

/** An ISO instant in a query, read into the form that events have. */
export const instantText = z.pipe(
  z.string(),
  z.transform((given, context) => {
    const at = new Date(given);
    if (/^\d{4}-\d{2}-\d{2}T/.test(given) && !Number.isNaN(at.getTime())) return at.toISOString();
    context.issues.push({ code: 'custom', message: 'must be an instant, such as 2026-03-02T09:00:00Z', input: given });
    return z.NEVER;
  }),
);

/** The parameter `as_of`, whose reply is that of the given instant. Calls that do not know it refuse it. */
export const asOfQuery = { as_of: z.optional(instantText) };

/** @throws INVALID_INPUT if the instant is later than now, of which nothing is known yet */
export function requirePast(asOf: string | undefined | null, now: Date): void {
  if (!asOf || asOf <= now.toISOString()) return;
  const message = 'as_of must not be in the future';
  throw new OutlayError('INVALID_INPUT', message, [{ field: 'as_of', message }]);
}
