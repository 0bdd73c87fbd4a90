import { OutlayError } from '@outlay/contracts';
import type { ReportRow } from './report.model.js';

/** A place in the list of reports, opaque to the caller: the last row seen. */
export function encodeCursor({ generatedAt, _id }: Pick<ReportRow, 'generatedAt' | '_id'>): string {
  return Buffer.from(`${generatedAt} ${_id}`).toString('base64url');
}

/** INVALID_INPUT for anything this service did not make. */
export function decodeCursor(cursor: string): { generatedAt: string; id: string } {
  const [, generatedAt, id] = /^(\S+) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (generatedAt === undefined || id === undefined) {
    throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.', [{ field: 'cursor', message: 'is not valid' }]);
  }
  return { generatedAt, id };
}
