import { readIncomingReceipt, type IncomingReceipt } from '#lib/incoming-receipt';

/** The submit form's search parameters. A `token` is removed before the router reads them. */
export interface SubmitSearch extends IncomingReceipt {
  edit?: string;
  copy?: string;
}

export function readSubmitSearch(search: Record<string, unknown>): SubmitSearch {
  const edit = asText(search.edit);
  const copy = asText(search.copy);
  return { ...(edit && { edit }), ...(copy && { copy }), ...readIncomingReceipt(search) };
}

/** The router parses an all-digit id as a number. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
