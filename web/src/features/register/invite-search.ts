import { asText, withoutBlanks } from '#lib/url-search';

/** An invite's link carries its code, and the email it is for. */
export function readInvite(search: Record<string, unknown>): { invite?: string; email?: string } {
  return withoutBlanks({ invite: asText(search.invite), email: asText(search.email) });
}
