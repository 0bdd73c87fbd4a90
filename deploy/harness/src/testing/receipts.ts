import { PdfDocument } from '@outlay/seed';
import sharp from 'sharp';

export function pdfReceipt(text: string): Buffer {
  const pdf = new PdfDocument({ width: 300, height: 400 });
  pdf.drawText(text, { x: 30, y: 340, size: 16 });
  return Buffer.from(pdf.bytes());
}

export function photoReceipt(shade: number): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: { r: shade % 256, g: 180, b: 120 } } })
    .jpeg()
    .toBuffer();
}

export function asFile(bytes: Buffer, name: string, type: string): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
