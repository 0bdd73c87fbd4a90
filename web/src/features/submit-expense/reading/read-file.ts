import { readPdf } from './read-pdf';
import { readPhoto, type PhotoReading } from './read-photo';

/** Reads a receipt on this device; null for a kind of file that is not read. Nothing of it is sent anywhere. */
export async function readFile(file: File, today: string, signal: AbortSignal): Promise<PhotoReading | null> {
  if (file.type === 'application/pdf') return readPdf(await file.arrayBuffer(), today, signal);
  return file.type.startsWith('image/') ? readPhoto(file, today, signal) : null;
}
