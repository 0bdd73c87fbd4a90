import { OutlayError } from './errors.js';

/** Encodes a position in a paged list, opaque to the caller: the sort key and id of the last item, both ASCII. */
export function encodeCursor(position: readonly [string, string]): string {
  return btoa(JSON.stringify(position)).replaceAll('+', '-').replaceAll('/', '_');
}

/** @throws INVALID_INPUT if the cursor was not made by `encodeCursor` */
export function decodeCursor(cursor: string): [string, string] {
  try {
    const position: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    if (Array.isArray(position) && typeof position[0] === 'string' && typeof position[1] === 'string')
      return [position[0], position[1]];
  } catch {
    // The text is neither base64 nor JSON; it is rejected below.
  }
  throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.', [{ field: 'cursor', message: 'is not valid' }]);
}
