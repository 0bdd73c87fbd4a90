let segmenter: Intl.Segmenter | undefined;

/** Splits a text into what people count as characters: letters with their marks, and emoji of several code points. */
export function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first `max` characters, followed by `...` if there are more. */
export function shortened(text: string, max: number): string {
  const characters = charactersOf(text);
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : text;
}

/** Returns as many of the first characters as fit in a field of `max` UTF-16 code units. */
export function fitting(text: string, max: number): string {
  let length = 0;
  return charactersOf(text)
    .filter((character) => (length += character.length) <= max)
    .join('');
}

/** The name of a person where there is little space: the first name and the initial of the last one. */
export function shortName(firstName: string, lastName: string): string {
  const [initial] = charactersOf(lastName.trim());
  return initial === undefined ? firstName.trim() : `${firstName.trim()} ${initial}.`;
}
