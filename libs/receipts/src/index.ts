export { readEInvoice } from './e-invoice.js';
export type { Certainty, ReadingSource, ReadValue, ReceiptReading } from './reading.js';
