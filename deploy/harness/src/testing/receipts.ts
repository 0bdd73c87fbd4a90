import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';

/** A one-page PDF that says what it is for. */
export async function pdfReceipt(text: string): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([300, 400]);
  page.drawText(text, { x: 30, y: 340, size: 16, font: await pdf.embedFont(StandardFonts.Helvetica) });
  return Buffer.from(await pdf.save());
}

/** A photo-like JPEG in a colour of its own, so that two are never the same bytes. */
export function photoReceipt(shade: number): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: { r: shade % 256, g: 180, b: 120 } } })
    .jpeg()
    .toBuffer();
}

export function asFile(bytes: Buffer, name: string, type: string): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
