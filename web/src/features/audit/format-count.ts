import * as language from '#strings/language';

const counts = new Intl.NumberFormat(language.figures);

export function formatCount(count: number): string {
  return counts.format(count);
}
