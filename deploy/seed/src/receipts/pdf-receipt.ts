import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { includedTax, printed, receiptTotal, type Receipt } from './receipt.js';

const PAGE = { width: 420, height: 595 } as const;
const LEFT = 40;
const RIGHT = PAGE.width - 40;
const INK = rgb(0.13, 0.16, 0.22);
const ACCENT = rgb(0.11, 0.38, 0.52);

/** An invoice of one A5 page, as PDF. The same receipt gives the same bytes. */
export async function invoicePdf(receipt: Receipt): Promise<Uint8Array> {
  const { merchant, address, number, date, currency, lines, tax, billedTo } = receipt;
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const issued = new Date(`${date}T00:00:00Z`);
  pdf.setTitle(`${merchant} ${number}`);
  pdf.setCreationDate(issued);
  pdf.setModificationDate(issued);
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const page = pdf.addPage([PAGE.width, PAGE.height]);
  page.drawRectangle({ x: 0, y: PAGE.height - 12, width: PAGE.width, height: 12, color: ACCENT });

  const pen = new Pen(page, PAGE.height - 58);
  pen.write(merchant, bold, 18, 20);
  for (const line of address) pen.write(line, regular, 9, 13);
  pen.skip(22);
  pen.row(`Invoice ${number}`, date, bold, 11);
  pen.row('Billed to', billedTo, regular, 9);
  pen.skip(16);
  pen.row('Description', `Amount (${currency})`, bold, 9);
  pen.rule();
  for (const { label, price } of lines) pen.row(label, printed(price), regular, 10);
  pen.rule();
  pen.row('Total', `${currency} ${printed(receiptTotal(receipt))}`, bold, 13);
  if (tax) pen.row(`including ${tax.name} ${tax.percent}%`, printed(includedTax(receipt)), regular, 9);
  pen.skip(26);
  pen.write('Paid by card. Thank you for your business.', regular, 9, 12);
  return pdf.save();
}

/** Writes downwards. */
class Pen {
  constructor(
    private readonly page: PDFPage,
    private y: number,
  ) {}

  write(text: string, font: PDFFont, size: number, advance: number): void {
    this.page.drawText(text, { x: LEFT, y: this.y, size, font, color: INK });
    this.skip(advance);
  }

  row(left: string, right: string, font: PDFFont, size: number): void {
    const x = RIGHT - font.widthOfTextAtSize(right, size);
    this.page.drawText(right, { x, y: this.y, size, font, color: INK });
    this.write(left, font, size, size + 8);
  }

  rule(): void {
    const y = this.y + 8;
    this.page.drawLine({ start: { x: LEFT, y }, end: { x: RIGHT, y }, thickness: 0.6, color: ACCENT });
    this.skip(8);
  }

  skip(points: number): void {
    this.y -= points;
  }
}
