export type { Certainty, ReadingSource, ReadValue, ReceiptReading } from './reading.js';
