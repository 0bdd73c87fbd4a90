export const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const NEEDS_ISOLATION = new RegExp(`${RIGHT_TO_LEFT.source}|[\\u202A-\\u202E\\u2066-\\u2069]`, 'u');

/**
 * Isolates a text within a sentence: it keeps its own direction, and the words after it keep their place. Others are
 * returned as they are.
 */
export function isolated(text: string): string {
  return NEEDS_ISOLATION.test(text) ? `\u2068${text.replace(/[\u2068\u2069]/g, '')}\u2069` : text;
}
