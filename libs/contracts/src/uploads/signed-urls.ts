import * as z from 'zod/mini';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';

export const SIGNED_URL_SECONDS = 120;

/**
 * Creates a URL for requests that cannot send a Bearer token: new tabs, frames, downloads. It ends with the creator's
 * session.
 * @throws NOT_FOUND if the caller may not see the file
 */
export const createSignedUrlRoute = defineRoute({
  method: 'POST',
  path: '/api/signed-urls',
  summary: 'Creates a URL that opens one file without a token for 120 seconds.',
  status: 201,
  body: z.object({
    path: text(1000).check(
      z.regex(/^\/(uploads|reports)\/[^/?#]+$/, 'Path must be /uploads/{filename} or /reports/{filename}'),
    ),
  }),
  errors: ['NOT_FOUND'],
  reply: z.object({ url: z.string(), expires_in_seconds: z.number() }),
});
