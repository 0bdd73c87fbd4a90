let segmenter: Intl.Segmenter | undefined;

/** What people count as characters: a letter with its marks, and an emoji of several code points, are one each. */
export function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first `max` characters, followed by `...` if there are more. */
export function shortened(text: string, max: number): string {
  const characters = charactersOf(text);
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : text;
}
