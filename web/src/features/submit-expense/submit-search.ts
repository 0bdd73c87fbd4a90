import { readIncomingReceipt, type IncomingReceipt } from '#lib/incoming-receipt';
import { asText, withoutBlanks } from '#lib/url-search';

/** The submit form's search parameters. A `token` is removed before the router reads them. */
export interface SubmitSearch extends IncomingReceipt {
  edit?: string;
  copy?: string;
}

export function readSubmitSearch(search: Record<string, unknown>): SubmitSearch {
  return {
    ...withoutBlanks({ edit: asText(search.edit), copy: asText(search.copy) }),
    ...readIncomingReceipt(search),
  };
}
