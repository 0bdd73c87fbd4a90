import { asText, withoutBlanks } from '#lib/url-search';

export function readInvite(search: Record<string, unknown>): { invite?: string } {
  return withoutBlanks({ invite: asText(search.invite) });
}
