import { zipContent } from '@outlay/blobs';
import type { SeededRandom } from '@outlay/seed';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { filesOf, type PackFiles } from './proof-packs.js';

interface Manifest {
  readonly files: { path: string; size: number; sha256: string }[];
}
type Json = Record<string, unknown>;
/** Null if the pack has nothing of the kind. */
type Alter = (files: PackFiles, random: SeededRandom) => Promise<PackFiles | null> | PackFiles | null;

export async function zipOf(files: PackFiles): Promise<Buffer> {
  const entries = async function* () {
    for (const [name, bytes] of files) yield { name, content: Readable.from([bytes]) };
  };
  const chunks: Buffer[] = [];
  for await (const chunk of zipContent(entries(), new Date('1980-01-01T00:00:00Z'))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Alters one place of a pack. */
export async function altered(files: PackFiles, random: SeededRandom): Promise<{ kind: string; files: PackFiles }> {
  for (;;) {
    const kind = random.pick(KINDS);
    const result = await ALTERATIONS[kind](files, random);
    if (result) return { kind, files: result };
  }
}

/** A resealed file has its new hash in the manifest, so that only its content gives the alteration away. */
const ALTERATIONS = {
  'a byte': (files, random) => {
    const path = pickOf(random, pathsIn(files));
    const bytes = Buffer.from(read(files, path));
    const at = random.int(0, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ random.int(1, 255);
    return new Map(files).set(path, bytes);
  },
  'the end of a file': (files, random) => {
    const path = pickOf(random, pathsIn(files));
    const bytes = read(files, path);
    return new Map(files).set(path, bytes.subarray(0, random.int(0, bytes.length - 1)));
  },
  'a file removed': (files, random) => {
    const rest = new Map(files);
    rest.delete(pickOf(random, pathsIn(files)));
    return rest;
  },
  'a file added': (files) => new Map(files).set('receipts/note.txt', Buffer.from('Paid in cash')),
  'a field of an event, sealed again': (files, random) =>
    editLine(files, random, (event) => editField(event, random) as Json),
  'an event removed, sealed again': (files, random) =>
    sealed(
      files,
      'events.ndjson',
      linesOf(files)
        .toSpliced(random.int(0, linesOf(files).length - 1), 1)
        .join(''),
    ),
  'an event repeated, sealed again': (files, random) => {
    const at = random.int(0, linesOf(files).length - 1);
    return sealed(
      files,
      'events.ndjson',
      linesOf(files)
        .toSpliced(at, 0, linesOf(files)[at] ?? '')
        .join(''),
    );
  },
  'events in another order, sealed again': (files, random) => {
    const lines = linesOf(files);
    if (lines.length < 2) return null;
    const at = random.int(0, lines.length - 2);
    return sealed(files, 'events.ndjson', lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '').join(''));
  },
  'a field of the proof, sealed again': (files, random) => {
    const proof = JSON.parse(read(files, 'proof.json').toString()) as Json;
    return sealed(files, 'proof.json', `${JSON.stringify(editField(proof, random))}\n`);
  },
  'a character of the table, sealed again': (files, random) => editText(files, 'expenses.csv', random),
  'a character of the checkpoint, sealed again': (files, random) => editText(files, 'checkpoint.note', random),
  'a character of the key, sealed again': (files, random) => editText(files, 'log.key', random),
  'a receipt, sealed again': (files, random) => {
    const receipts = pathsIn(files).filter((path) => path.startsWith('receipts/'));
    if (receipts.length === 0) return null;
    return sealed(files, pickOf(random, receipts), 'another receipt');
  },
  'a figure of the report, sealed again': async (files, random) => {
    const path = pathsIn(files).find((name) => name.startsWith('report/'));
    if (path === undefined) return null;
    const parts = new Map(await filesOf(read(files, path)));
    const sheet = 'xl/worksheets/sheet1.xml';
    const xml = read(parts, sheet).toString();
    // The column "Reimbursement".
    const figures = [...xml.matchAll(/<c r="L\d+"(?![^>]* t=)[^>]*><v>([\d.]+)<\/v>/g)];
    const { index, 0: cell, 1: figure = '' } = pickOf(random, figures);
    const other = cell.replace(`<v>${figure}</v>`, `<v>${(Number(figure) + 0.01).toFixed(2)}</v>`);
    parts.set(sheet, Buffer.from(xml.slice(0, index) + other + xml.slice(index + cell.length)));
    return sealed(files, path, await zipOf(parts));
  },
  'a field of the manifest': (files, random) => {
    const manifest = JSON.parse(read(files, 'manifest.json').toString()) as Json;
    const { selector, ...rest } = manifest;
    // A period may be any that its events are in, so it says nothing that could be wrong.
    const isPeriod = 'from' in (selector as Json);
    const edited = isPeriod ? (editField(rest, random) as Json) : (editField(manifest, random) as Json);
    const text = JSON.stringify({ ...manifest, ...edited }, null, 2);
    return new Map(files).set('manifest.json', Buffer.from(`${text}\n`));
  },
  'the spelling of the manifest': (files) => {
    const manifest = JSON.parse(read(files, 'manifest.json').toString()) as Json;
    return new Map(files).set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  },
} satisfies Record<string, Alter>;

const KINDS = Object.keys(ALTERATIONS) as [keyof typeof ALTERATIONS, ...(keyof typeof ALTERATIONS)[]];

/** Replaces one value, somewhere in the JSON, by a different one. */
function editField(value: unknown, random: SeededRandom): unknown {
  if (typeof value === 'string') return value === '' ? 'x' : `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'object' || value === null) return value === true ? false : 'x';
  const names = Object.keys(value);
  if (names.length === 0) return Array.isArray(value) ? ['x'] : { x: 'x' };
  const name = pickOf(random, names);
  const edited = editField((value as Json)[name], random);
  return Array.isArray(value) ? value.with(Number(name), edited) : { ...value, [name]: edited };
}

function editLine(files: PackFiles, random: SeededRandom, edit: (event: Json) => Json): PackFiles {
  const lines = linesOf(files);
  const at = random.int(0, lines.length - 1);
  const line = `${JSON.stringify(edit(JSON.parse(lines[at] ?? '') as Json))}\n`;
  return sealed(files, 'events.ndjson', lines.with(at, line).join(''));
}

function editText(files: PackFiles, path: string, random: SeededRandom): PackFiles {
  const text = read(files, path).toString();
  const at = random.int(0, text.length - 1);
  return sealed(files, path, text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1));
}

function sealed(files: PackFiles, path: string, content: string | Buffer): PackFiles {
  const bytes = Buffer.from(content);
  const manifest = JSON.parse(read(files, 'manifest.json').toString()) as Manifest;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const resealed = manifest.files.map((file) =>
    file.path === path ? { path, size: bytes.length, sha256: hash } : file,
  );
  const text = JSON.stringify({ ...manifest, files: resealed }, null, 2);
  return new Map(files).set(path, bytes).set('manifest.json', Buffer.from(`${text}\n`));
}

function pathsIn(files: PackFiles): string[] {
  return [...files.keys()];
}

function linesOf(files: PackFiles): string[] {
  return read(files, 'events.ndjson')
    .toString()
    .split(/(?<=\n)/);
}

function read(files: PackFiles, path: string): Buffer {
  const bytes = files.get(path);
  if (!bytes) throw new Error(`There is no ${path}`);
  return bytes;
}

function pickOf<T>(random: SeededRandom, items: readonly T[]): T {
  return random.pick(items as [T, ...T[]]);
}
