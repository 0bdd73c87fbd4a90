import { PdfDocument, textWidth, type PdfColour, type PdfFont } from './pdf-document.js';
import { includedTax, formatPrice, receiptTotal, type Receipt } from './receipt.js';

const PAGE = { width: 420, height: 595 } as const;
const LEFT = 40;
const RIGHT = PAGE.width - 40;
const INK: PdfColour = [0.13, 0.16, 0.22];
const ACCENT: PdfColour = [0.11, 0.38, 0.52];

export function invoicePdf(receipt: Receipt): Uint8Array {
  const { merchant, address, number, date, currency, lines, tax, billedTo } = receipt;
  const pdf = new PdfDocument(PAGE, { title: `${merchant} ${number}`, createdAt: new Date(`${date}T00:00:00Z`) });
  pdf.fillRectangle({ x: 0, y: PAGE.height - 12, width: PAGE.width, height: 12, colour: ACCENT });

  const pen = new Pen(pdf, PAGE.height - 58);
  pen.write(merchant, 'bold', 18, 20);
  for (const line of address) pen.write(line, 'regular', 9, 13);
  pen.skip(22);
  pen.row(`Invoice ${number}`, date, 'bold', 11);
  pen.row('Billed to', billedTo, 'regular', 9);
  pen.skip(16);
  pen.row('Description', `Amount (${currency})`, 'bold', 9);
  pen.rule();
  for (const { label, price } of lines) pen.row(label, formatPrice(price), 'regular', 10);
  pen.rule();
  pen.row('Total', `${currency} ${formatPrice(receiptTotal(receipt))}`, 'bold', 13);
  if (tax) pen.row(`including ${tax.name} ${tax.percent}%`, formatPrice(includedTax(receipt)), 'regular', 9);
  pen.skip(26);
  pen.write('Paid by card. Thank you for your business.', 'regular', 9, 12);
  return pdf.bytes();
}

class Pen {
  constructor(
    private readonly pdf: PdfDocument,
    private y: number,
  ) {}

  write(text: string, font: PdfFont, size: number, advance: number): void {
    this.pdf.drawText(text, { x: LEFT, y: this.y, size, font, colour: INK });
    this.skip(advance);
  }

  row(left: string, right: string, font: PdfFont, size: number): void {
    const x = RIGHT - textWidth(right, font, size);
    this.pdf.drawText(right, { x, y: this.y, size, font, colour: INK });
    this.write(left, font, size, size + 8);
  }

  rule(): void {
    this.pdf.fillRectangle({ x: LEFT, y: this.y + 7.7, width: RIGHT - LEFT, height: 0.6, colour: ACCENT });
    this.skip(8);
  }

  skip(points: number): void {
    this.y -= points;
  }
}
