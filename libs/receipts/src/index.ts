export { readEInvoice } from './e-invoice.js';
export { readFiscalCode } from './fiscal-code.js';
export type { Certainty, ReadingSource, ReadValue, ReceiptReading } from './reading.js';
export { linesOf, type Line, type Word } from './text/lines.js';
export { readText, type TextContext } from './text/read-text.js';
