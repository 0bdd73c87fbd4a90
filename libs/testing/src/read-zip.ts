import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
  readonly date: Date;
  readonly stored: boolean;
}

/** Reads a zip with a different library from the one that writes it. */
export async function readZip(bytes: Buffer): Promise<ZipEntry[]> {
  const zip = await fromBufferPromise(bytes);
  const entries: ZipEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push({
      name: entry.fileName,
      bytes: await buffer(await zip.openReadStreamPromise(entry)),
      date: entry.getLastModDate({ timezone: 'UTC' }),
      stored: entry.compressionMethod === 0,
    });
  }
  return entries;
}

/** The receipts in the zip of a report, without what says whose it is and its checkpoint. */
export async function readReceiptsZip(bytes: Buffer): Promise<ZipEntry[]> {
  return (await readZip(bytes)).filter(({ name }) => !['README.txt', 'checkpoint.note'].includes(name));
}
