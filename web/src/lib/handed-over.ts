import type { HistoryState } from '@tanstack/react-router';

/** What a link or another application hands to the submit form. It leaves the address at once. */
export interface HandedOver {
  /** The name of a file the phone shortcut has sent before. */
  uploaded?: string;
  /** A file another application has shared waits to be taken. */
  shared?: true;
}

export function readHandedOver({ uploaded, shared }: Readonly<Record<string, unknown>>): HandedOver {
  // The router reads a name of digits alone as a number.
  const name = typeof uploaded === 'string' || typeof uploaded === 'number' ? String(uploaded) : '';
  return { ...(name && { uploaded: name }), ...(shared ? { shared: true as const } : {}) };
}

/** What is on its way to the form, for the login that stands before it. Null where nothing is. */
export function handedOver({ pathname, search, state }: HandedTo): HandedOver | null {
  const inAddress = pathname === '/submit-expense' ? readHandedOver(search) : {};
  const { uploaded = inAddress.uploaded, shared = inAddress.shared } = state;
  return uploaded || shared ? { uploaded, shared } : null;
}

interface HandedTo {
  readonly pathname: string;
  readonly search: Record<string, unknown>;
  readonly state: HistoryState;
}

declare module '@tanstack/react-router' {
  /** Here it survives a refresh, and belongs to this visit alone. */
  interface HistoryState {
    uploaded?: HandedOver['uploaded'];
    shared?: HandedOver['shared'];
  }
}
