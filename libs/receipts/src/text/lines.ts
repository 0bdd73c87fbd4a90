/** A piece of text with its place; y grows downwards, and all lengths have one unit. */
export interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Line {
  /** Columns are two or more spaces apart, words one. */
  readonly text: string;
  readonly height: number;
}

/** A gap of this share of the height parts two words, the larger one two columns. */
const WORD_GAP = 0.15;
const COLUMN_GAP = 1.6;

/** The lines of a page from its words, which stand in any order; "R" and "3 757.00" are joined by their distance. */
export function linesOf(words: readonly Word[]): Line[] {
  const rows: Word[][] = [];
  const visible = words.filter(({ text, height }) => text.trim() !== '' && height > 0);
  for (const word of visible.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1);
    const first = row?.[0];
    // Half of the smaller one overlaps the line.
    if (row && first && Math.abs(word.y - first.y) < Math.min(word.height, first.height) / 2) row.push(word);
    else rows.push([word]);
  }
  return rows.map(joinWords);
}

/** The line of words that stand beside each other. */
export function joinWords(words: readonly Word[]): Line {
  const row = words.toSorted((a, b) => a.x - b.x);
  let text = '';
  let end = 0;
  for (const word of row) {
    const gap = (word.x - end) / word.height;
    if (text !== '') text += gap > COLUMN_GAP ? '  ' : gap > WORD_GAP ? ' ' : '';
    text += word.text.replace(/\s+/g, ' ').trim();
    end = Math.max(end, word.x + word.width);
  }
  return { text, height: medianHeight(row) };
}

/** A stain beside a word makes one of a line much higher than the others. */
function medianHeight(row: readonly Word[]): number {
  return row.map(({ height }) => height).toSorted((a, b) => a - b)[row.length >> 1] ?? 0;
}
