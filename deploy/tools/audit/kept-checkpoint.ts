import { readFile } from 'node:fs/promises';
import type { Checkpoint, LogKeys } from '@outlay/transparency-log';
import { zipEntries } from './zip-entries.js';

const NOTE = 'checkpoint.note';
/** A text of a spreadsheet that looks like a signed note. */
const CELL = /<[tv](?: [^>]*)?>([^<]+\n\d+\n[^<]+\n\n— [^<]+)<\/[tv]>/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Reads a signed note, or the one in a report (zip or xlsx). @throws Error for the operator if the file has none */
export async function readKeptCheckpoint(file: string, keys: LogKeys): Promise<Checkpoint> {
  const note = noteIn(await readFile(file));
  if (note === null) throw new Error(`There is no checkpoint in ${file}.`);
  try {
    return keys.open(note);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The checkpoint in ${file} cannot be used: ${reason}.`, { cause: error });
  }
}

function noteIn(content: Buffer): string | null {
  if (content.subarray(0, 2).toString() !== 'PK') return content.toString();
  for (const { name, read } of zipEntries(content)) {
    if (name === NOTE) return read().toString();
    if (!name.startsWith('xl/') || !name.endsWith('.xml')) continue;
    const [, text] = CELL.exec(read().toString().replaceAll('&#10;', '\n')) ?? [];
    if (text !== undefined) return text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
  }
  return null;
}
