import type { ReceiptReading } from '@outlay/receipts';
import { readPdf } from './read-pdf';

/** Reads a receipt on this device; null for a kind of file that is not read. Nothing of it is sent anywhere. */
export async function readFile(file: File, today: string, signal: AbortSignal): Promise<ReceiptReading | null> {
  if (file.type !== 'application/pdf') return null;
  return readPdf(await file.arrayBuffer(), today, signal);
}
