import { OutlayError } from './errors.js';

/** A place in a list kept in pages, opaque to the caller: the sort key and the id of the last row seen, both in ASCII. */
export function encodeCursor(place: readonly [string, string]): string {
  return btoa(JSON.stringify(place)).replaceAll('+', '-').replaceAll('/', '_');
}

/** INVALID_INPUT for anything this service did not make. */
export function decodeCursor(cursor: string): [string, string] {
  try {
    const place: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    if (Array.isArray(place) && typeof place[0] === 'string' && typeof place[1] === 'string')
      return [place[0], place[1]];
  } catch {
    // Neither base64 nor JSON: refused below with everything else that is no cursor.
  }
  throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.', [{ field: 'cursor', message: 'is not valid' }]);
}
