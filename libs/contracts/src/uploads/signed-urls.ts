import * as z from 'zod/mini';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';

/** How long a signed URL lets in. */
export const SIGNED_URL_SECONDS = 120;

/**
 * For what cannot send a Bearer token: a new tab, a frame, a download. The URL lets in as its maker, to this one file;
 * a changed password or a deactivation ends it early. NOT_FOUND for what the caller may not see.
 */
export const createSignedUrlRoute = defineRoute({
  method: 'POST',
  path: '/api/signed-urls',
  summary: 'Makes a URL by which the caller can open one file without a token, for 120 seconds.',
  status: 201,
  body: z.object({
    path: text(1000).check(
      z.regex(/^\/(uploads|reports)\/[^/?#]+$/, 'Path must be /uploads/{filename} or /reports/{filename}'),
    ),
  }),
  errors: ['NOT_FOUND'],
  reply: z.object({ url: z.string(), expires_in_seconds: z.number() }),
});
