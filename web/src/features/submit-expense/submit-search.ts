import type { HistoryState } from '@tanstack/react-router';

const SUBMIT_PATH = '/submit-expense';

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

/**
 * What a link or another application has handed to the submit form, for the login that stands before it: it is told in
 * the history's state, so that it outlives a refresh and leads back to the form.
 */
export function handedOver({ pathname, search, state }: HandedTo): Pick<HistoryState, 'uploaded'> {
  const uploaded = (pathname === SUBMIT_PATH && asText(search.uploaded)) || state.uploaded;
  return uploaded ? { uploaded } : {};
}

interface HandedTo {
  readonly pathname: string;
  readonly search: Record<string, unknown>;
  readonly state: HistoryState;
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
