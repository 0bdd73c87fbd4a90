export { combined } from './combined.js';
export { readEInvoice } from './e-invoice.js';
export { readFiscalCode } from './fiscal-code.js';
export type { Certainty, ReadingSource, ReadValue, ReceiptReading } from './reading.js';
export { joinWords, linesOf, type Line, type Word } from './text/lines.js';
export { readText, type TextContext } from './text/read-text.js';
