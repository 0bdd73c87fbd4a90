import type { ReceiptReading } from './reading.js';

/**
 * A text with what a source that is more exact states. Where their totals differ, the text is of something else, so that
 * its VAT does not count.
 */
export function combined(text: ReceiptReading, exact: ReceiptReading): ReceiptReading {
  const isOther = exact.total && text.total && exact.total.value !== text.total.value;
  return { ...text, ...(isOther && { vat: undefined }), ...exact };
}
