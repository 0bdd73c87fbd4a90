const LENGTH = 3;
/** Ends a text, so that its last characters start a term too and a shorter search can look for terms by their start. */
const END = ['\0', '\0'];

/** What an index stores of a text: each three characters in a row. */
export function termsOf(texts: readonly unknown[]): string[] {
  const terms = new Set<string>();
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    const characters = [...Array.from(text), ...END];
    for (let at = 0; at + LENGTH <= characters.length; at += 1) terms.add(characters.slice(at, at + LENGTH).join(''));
  }
  return [...terms];
}

/** More terms make a search more exact, and longer. */
const MAX_TERMS = 6;

/** Terms of every text that contains the given one. A shorter one is the start of such a term. */
export function termsIn(text: string): { readonly terms: string[]; readonly isStart: boolean } {
  const characters = Array.from(text);
  if (characters.length < LENGTH) return { terms: [text], isStart: true };
  const terms = new Set<string>();
  for (let at = 0; at + LENGTH <= characters.length && terms.size < MAX_TERMS - 1; at += LENGTH)
    terms.add(characters.slice(at, at + LENGTH).join(''));
  terms.add(characters.slice(-LENGTH).join(''));
  return { terms: [...terms], isStart: false };
}
