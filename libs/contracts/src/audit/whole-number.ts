import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';

/** A query parameter. */
export const wholeNumber = (least: number, most = 999_999_999_999_999) =>
  z
    .pipe(
      z.string().check(z.regex(/^\d{1,15}$/, `must be a whole number from ${least}`)),
      z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(most))),
    )
    // Documented as a number, although query parameters arrive as text.
    .register(apiSchemas, { type: 'integer', minimum: least, maximum: most, pattern: undefined });
