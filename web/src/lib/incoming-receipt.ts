import type { HistoryState } from '@tanstack/react-router';

/** A receipt for the submit form from a link or another application; it leaves the URL at once. */
export interface IncomingReceipt {
  uploaded?: string;
  /** Files shared by another application are cached, unless they were too many or too large. */
  shared?: true | 'too-much';
}

export function readIncomingReceipt({ uploaded, shared }: Readonly<Record<string, unknown>>): IncomingReceipt {
  // The router parses an all-digit name as a number.
  const name = typeof uploaded === 'string' || typeof uploaded === 'number' ? String(uploaded) : '';
  return {
    ...(name && { uploaded: name }),
    ...(shared ? { shared: shared === 'too-much' ? shared : (true as const) } : {}),
  };
}

export function incomingReceiptOf({ pathname, search, state }: IncomingLocation): IncomingReceipt | null {
  const inUrl = pathname === '/submit-expense' ? readIncomingReceipt(search) : {};
  const { uploaded = inUrl.uploaded, shared = inUrl.shared } = state;
  return uploaded || shared ? { uploaded, shared } : null;
}

interface IncomingLocation {
  readonly pathname: string;
  readonly search: Record<string, unknown>;
  readonly state: HistoryState;
}

declare module '@tanstack/react-router' {
  /** History state survives a refresh but is not shared like a URL. */
  interface HistoryState {
    uploaded?: IncomingReceipt['uploaded'];
    shared?: IncomingReceipt['shared'];
  }
}
