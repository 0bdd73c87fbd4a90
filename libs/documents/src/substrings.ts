const LENGTH = 3;
/** Ends a text, so that its last characters start a term too and a shorter search can look for terms by their start. */
const END = '\u0100\u0100';

/** The terms that an index stores of a text: each three characters in a row. */
export function termsOf(texts: readonly unknown[]): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    const ended = text + END;
    for (let at = 0; at + LENGTH <= ended.length; at += 1) terms.add(ended.slice(at, at + LENGTH));
  }
  return terms;
}

/** More terms make a search more exact, and longer. */
const MAX_TERMS = 6;

/** Terms of every text that contains the given one. A shorter one is the start of such a term. */
export function termsIn(text: string): { readonly terms: string[]; readonly isStart: boolean } {
  if (text.length < LENGTH) return { terms: [text], isStart: true };
  const terms = new Set<string>();
  for (let at = 0; at + LENGTH <= text.length && terms.size < MAX_TERMS - 1; at += LENGTH)
    terms.add(text.slice(at, at + LENGTH));
  terms.add(text.slice(-LENGTH));
  return { terms: [...terms], isStart: false };
}
