/** What the address of the submit form says. A `token` is taken out of it before the router sees it. */
export interface SubmitSearch {
  /** The expense to edit. */
  edit?: string;
  /** The expense to start a new one from. */
  copy?: string;
  /** The name of a file the phone shortcut has sent before; it leaves the address at once. */
  uploaded?: string;
}

export function readSubmitSearch(search: Record<string, unknown>): SubmitSearch {
  const edit = asText(search.edit);
  const copy = asText(search.copy);
  const uploaded = asText(search.uploaded);
  return { ...(edit && { edit }), ...(copy && { copy }), ...(uploaded && { uploaded }) };
}

/** The router reads a name of digits alone as a number. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The uploaded file, once it has left the address; it survives a refresh and belongs to this visit alone. */
    uploaded?: string;
  }
}
