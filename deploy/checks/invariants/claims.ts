import { ERROR_STATUS, OutlayError } from '@outlay/contracts';
import { PdfDocument } from '@outlay/seed';

/** A day that the allowed range includes in every time zone. */
export function recentDay(now = new Date()): string {
  return new Date(now.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
}

/** Partners may submit without a receipt. */
export function claim(over: Readonly<Record<string, string>> = {}) {
  return {
    date: recentDay(),
    type: 'Restaurant',
    justification: 'Working dinner',
    amount: '10.00',
    currency: 'EUR',
    classification: 'investment',
    no_receipt: 'true',
    status: 'submitted' as const,
    ...over,
  };
}

export function receiptFile(text: string): File {
  const pdf = new PdfDocument({ width: 300, height: 400 });
  pdf.drawText(text, { x: 30, y: 340, size: 16 });
  return new File([pdf.bytes()], 'receipt.pdf', { type: 'application/pdf' });
}

export function formOf(fields: Readonly<Record<string, string>>, receipt: File | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (receipt) form.append('receipt', receipt);
  return form;
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
