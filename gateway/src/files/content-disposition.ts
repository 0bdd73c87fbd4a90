import { encodeExtended } from 'content-disposition';

/** RFC 6266: an ASCII name for old clients, always quoted, and the real one percent-encoded (RFC 8187). */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  // Lone surrogates cannot be percent-encoded.
  const name = fileName.replace(/\p{Cs}/gu, '_');
  const ascii = name.replace(/[^\x20-\x7e]|["\\%;/]/g, '_');
  return `${type}; filename="${ascii}"; filename*=${encodeExtended(name)}`;
}
