import { readHandedOver, type HandedOver } from '../../lib/handed-over';

/** What the address of the submit form says. A `token` is taken out of it before the router sees it. */
export interface SubmitSearch extends HandedOver {
  /** The expense to edit. */
  edit?: string;
  /** The expense to start a new one from. */
  copy?: string;
}

export function readSubmitSearch(search: Record<string, unknown>): SubmitSearch {
  const edit = asText(search.edit);
  const copy = asText(search.copy);
  return { ...(edit && { edit }), ...(copy && { copy }), ...readHandedOver(search) };
}

/** The router reads an id of digits alone as a number. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
