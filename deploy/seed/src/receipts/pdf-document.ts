/** Widths of the glyphs from space to tilde, in 1/1000 of the size. */
const FONTS = {
  regular: {
    name: 'Helvetica',
    widths: widths(
      '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 ' +
        '584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 ' +
        '944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 ' +
        '333 500 278 556 500 722 500 500 500 334 260 334 584',
    ),
  },
  bold: {
    name: 'Helvetica-Bold',
    widths: widths(
      '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 ' +
        '584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 ' +
        '944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 ' +
        '389 556 333 611 556 778 556 556 500 389 280 389 584',
    ),
  },
} as const;
const DEFAULT_WIDTH = 556;
const WIN_ANSI = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, code) => code));

export type PdfFont = keyof typeof FONTS;
/** The parts are from 0 to 1. */
export type PdfColour = readonly [red: number, green: number, blue: number];

export interface TextStyle {
  /** The origin is the lower left corner, in points. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font?: PdfFont;
  readonly colour?: PdfColour;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: PdfColour;
}

/** Accents do not change the width of a letter. */
export function textWidth(text: string, font: PdfFont, size: number): number {
  const units = [...text.normalize('NFD').replace(/\p{M}/gu, '')].map(
    (letter) => FONTS[font].widths[letter.charCodeAt(0) - 32] ?? DEFAULT_WIDTH,
  );
  return (units.reduce((sum, width) => sum + width, 0) * size) / 1000;
}

/** One page, measured in points (1/72 inch) from the lower left corner. The same calls give the same bytes. */
export class PdfDocument {
  private readonly content: string[] = [];

  constructor(
    private readonly page: { readonly width: number; readonly height: number },
    private readonly info: { readonly title?: string; readonly createdAt?: Date } = {},
  ) {}

  /** @throws RangeError outside windows-1252, which the standard fonts do not have */
  drawText(text: string, { x, y, size, font = 'regular', colour = [0, 0, 0] }: TextStyle): void {
    this.content.push(`${colour.join(' ')} rg BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`);
  }

  fillRectangle({ x, y, width, height, colour }: Rectangle): void {
    this.content.push(`${colour.join(' ')} rg ${x} ${y} ${width} ${height} re f`);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const { width, height } = this.page;
    const content = this.content.join('\n');
    const fonts = Object.entries(FONTS).map(
      ([key, { name }]) => `/${key} << /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    );
    return serialise([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R ` +
        `/Resources << /Font << ${fonts.join(' ')} >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< ${this.infoEntries().join(' ')} >>`,
    ]);
  }

  private infoEntries(): string[] {
    const { title, createdAt } = this.info;
    const digits = createdAt?.toISOString().replace(/\D/g, '').slice(0, 14);
    return [...(title ? [`/Title ${unicode(title)}`] : []), ...(digits ? [`/CreationDate (D:${digits}Z)`] : [])];
  }
}

/** The first object is the catalogue, the last the info. */
function serialise(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  // Bytes above 127 make transfer programs treat the file as binary.
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function literal(text: string): string {
  const codes = [...text].map((letter) => {
    const code = WIN_ANSI.indexOf(letter);
    if (code < 32) throw new RangeError(`The standard PDF fonts cannot write ${JSON.stringify(letter)}`);
    return String.fromCharCode(code);
  });
  return `(${codes.join('').replace(/[\\()]/g, '\\$&')})`;
}

/** Text outside the page content may be UTF-16 with a byte order mark. */
function unicode(text: string): string {
  return `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`;
}

function widths(list: string): readonly number[] {
  return list.split(' ').map(Number);
}
