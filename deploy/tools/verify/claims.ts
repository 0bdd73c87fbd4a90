import { ERROR_STATUS, OutlayError } from '@outlay/contracts';

/** A day within the window whatever the time zone. */
export function recentDay(now = new Date()): string {
  return new Date(now.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
}

/** A complete claim on honor, as a partner may send it as JSON. */
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

/** A PDF by its first bytes, and like no other. */
export function receiptFile(text: string): File {
  return new File([`%PDF-1.4\n% ${text}\n`], 'receipt.pdf', { type: 'application/pdf' });
}

export function formOf(fields: Readonly<Record<string, string>>, receipt: File | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (receipt) form.append('receipt', receipt);
  return form;
}

/** What a call answered: its reply, or the refusal. Throws what is neither: the product's own failures. */
export async function answerTo<T>(call: Promise<T>): Promise<{ reply: T } | { refusal: OutlayError }> {
  try {
    return { reply: await call };
  } catch (error) {
    if (error instanceof OutlayError && ERROR_STATUS[error.code] < 500) return { refusal: error };
    throw error;
  }
}
