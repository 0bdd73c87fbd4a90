import { ERROR_STATUS, OutlayError } from '@outlay/contracts';

/** A day in the allowed range in every time zone. */
export function recentDay(now = new Date()): string {
  return new Date(now.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
}

/** A complete claim without a receipt, which partners may submit as JSON. */
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

/** A file with a PDF header and unique content. */
export function receiptFile(text: string): File {
  return new File([`%PDF-1.4\n% ${text}\n`], 'receipt.pdf', { type: 'application/pdf' });
}

export function formOf(fields: Readonly<Record<string, string>>, receipt: File | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (receipt) form.append('receipt', receipt);
  return form;
}

/** The reply of a call, or its rejection with a 4xx status. @throws the error of any other failure */
export async function resultOf<T>(call: Promise<T>): Promise<{ reply: T } | { rejection: OutlayError }> {
  try {
    return { reply: await call };
  } catch (error) {
    if (error instanceof OutlayError && ERROR_STATUS[error.code] < 500) return { rejection: error };
    throw error;
  }
}
