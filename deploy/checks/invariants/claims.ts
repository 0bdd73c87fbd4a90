import { ERROR_STATUS, OutlayError } from '@outlay/contracts';
import { PdfDocument } from '@outlay/seed';

export function receiptFile(text: string): File {
  const pdf = new PdfDocument({ width: 300, height: 400 });
  pdf.drawText(text, { x: 30, y: 340, size: 16 });
  return new File([pdf.bytes()], 'receipt.pdf', { type: 'application/pdf' });
}

/** @throws the error of a failure that is not a 4xx status */
export async function resultOf<T>(call: Promise<T>): Promise<{ reply: T } | { rejection: OutlayError }> {
  try {
    return { reply: await call };
  } catch (error) {
    if (error instanceof OutlayError && ERROR_STATUS[error.code] < 500) return { rejection: error };
    throw error;
  }
}
