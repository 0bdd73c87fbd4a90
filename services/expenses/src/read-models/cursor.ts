import { OutlayError } from '@outlay/contracts';

/** A place in a list, opaque to the caller: the sort key and id of the last row seen. */
export function encodeCursor(place: readonly [string, string]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** INVALID_INPUT for anything this service did not make. */
export function decodeCursor(cursor: string): [string, string] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && typeof place[0] === 'string' && typeof place[1] === 'string')
      return [place[0], place[1]];
  } catch {
    // Not JSON: refused below with everything else that is no cursor.
  }
  throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.', [{ field: 'cursor', message: 'is not valid' }]);
}
