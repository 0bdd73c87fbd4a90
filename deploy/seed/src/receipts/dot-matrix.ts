/** Each base-32 digit is a row of five dots. Drawn as paths, because a server may have no fonts. */
const GLYPHS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'A ehhvhhh B uhhuhhu C ehggghe D uhhhhhu E vgguggv F vgguggg G ehgnhhf H hhhvhhh I e44444e J 72222ic K hikokih ' +
    'L ggggggv M hrllhhh N hhpljhh O ehhhhhe P uhhuggg Q ehhhlid R uhhukih S fgge11u T v444444 U hhhhhhe V hhhhha4 ' +
    'W hhhllla X hha4ahh Y hhha444 Z v1248gv 0 ehjlphe 1 4c4444e 2 eh1248v 3 v2421he 4 26aiv22 5 vgu11he 6 68guhhe ' +
    '7 v124888 8 ehhehhe 9 ehhf12c . 00000cc , 0000c48 : 0cc0cc0 - 000v000 / 01248g0 & cik8lid % op248j3 ( 2488842 ' +
    ") 8422248 # aavavaa * 04lel40 + 044v440 ' 4480000 = 00v0v00"
  )
    .match(/\S \S{7}/g)
    ?.map((pair) => [pair.charAt(0), pair.slice(2)]) ?? [],
);
const COLUMNS = 5;
export const CELL = { width: COLUMNS + 1, height: 11 } as const;

function tillText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[–—]/g, '-').toUpperCase();
}

export function isPrintable(text: string): boolean {
  return [...tillText(text)].every((letter) => letter === ' ' || letter in GLYPHS);
}

/** One unit per dot. */
export function dotMatrixPath(lines: readonly string[]): string {
  return lines
    .flatMap((line, row) =>
      [...tillText(line)].map((letter, column) =>
        glyphPath(GLYPHS[letter] ?? '', column * CELL.width, row * CELL.height),
      ),
    )
    .join('');
}

function glyphPath(glyph: string, left: number, top: number): string {
  return [...glyph]
    .flatMap((digit, row) => {
      const dots = Number.parseInt(digit, 32).toString(2).padStart(COLUMNS, '0');
      return [...dots.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${left + index} ${top + row}h${run.length}v1h-${run.length}z`,
      );
    })
    .join('');
}
