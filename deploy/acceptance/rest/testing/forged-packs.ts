import { createHash } from 'node:crypto';
import type { SeededRandom } from '@outlay/seed';
import { zipOf } from './altered-packs.js';
import { filesOf, type PackFiles } from './proof-packs.js';

const END = 22;
const SHEET = 'xl/worksheets/sheet1.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
/** Moves the cursor up and clears the line. */
const OVERWRITE = '\u001b[1A\u001b[2K';

type Forge = (files: PackFiles, zip: Buffer) => Promise<Buffer> | Buffer;

/** Packs that differ from the log in a way that a verifier may not look at. */
export const FORGERIES: Readonly<Record<string, Forge>> = {
  'two directories': async (files, zip) => {
    const other = await zipOf(edited(files, 'expenses.csv', (text) => text.replaceAll('7', '8')));
    return Buffer.concat([zip.subarray(0, -END), other.subarray(0, -END), zip.subarray(-END)]);
  },
  'something before the first file': (_, zip) => Buffer.concat([Buffer.from('#!/bin/sh\n'), zip]),
  'a comment of the zip': (_, zip) => {
    const copy = Buffer.concat([zip, Buffer.from('PASS')]);
    copy.writeUInt16LE(4, zip.length - 2);
    return copy;
  },
  'a record that the directory does not have': (_, zip) => {
    const hidden = zip.subarray(0, contentEnd(zip, 0));
    const copy = Buffer.concat([hidden, zip]);
    for (const entry of entriesOf(copy, hidden.length)) copy.writeUInt32LE(entry.offset + hidden.length, entry.at + 42);
    copy.writeUInt32LE(zip.readUInt32LE(zip.length - 6) + hidden.length, copy.length - 6);
    return copy;
  },
  'another name in the local header': (_, zip) => {
    const copy = Buffer.from(zip);
    copy.write('expenses.xls', copy.indexOf('expenses.csv'));
    return copy;
  },
  'a Unicode name beside the name': (_, zip) => {
    const [entry] = entriesOf(zip);
    if (!entry) throw new Error('The pack is empty');
    const name = Buffer.from('evil.html');
    const extra = Buffer.concat([Buffer.from([0x75, 0x70, name.length + 5, 0, 1, 0, 0, 0, 0]), name]);
    const at = entry.at + 46 + entry.name.length;
    const copy = Buffer.concat([zip.subarray(0, at), extra, zip.subarray(at)]);
    copy.writeUInt16LE(extra.length, entry.at + 30);
    copy.writeUInt32LE(zip.readUInt32LE(zip.length - 10) + extra.length, copy.length - 10);
    return copy;
  },
  'a wrong CRC': (_, zip) => {
    const copy = Buffer.from(zip);
    for (const { at } of entriesOf(zip).slice(0, 1)) copy[at + 16] = (copy[at + 16] ?? 0) ^ 1;
    return copy;
  },
  'files in another order': (files) => sealedZip(new Map([...files].reverse())),
  ...Object.fromEntries(
    ['summary.html', '../evil.txt', 'C:\\x.txt', `receipts/${'0'.repeat(64)}.pdf`, `${OVERWRITE}PASS: all is well`].map(
      (name): [string, Forge] => [
        `the manifest lists ${JSON.stringify(name)}`,
        (files) => sealedZip(new Map(files).set(name, Buffer.from('Paid in cash'))),
      ],
    ),
  ),
  'a receipt that a browser opens as a page': (files) => sealedZip(renamed(files, /^receipts\//, /\.\w+$/, '.html')),
  'a report with another name': (files) => sealedZip(renamed(files, /^report\//, /\.xlsx$/, '.xlsm')),
  'a report that is left out': (files) =>
    sealedZip(new Map([...files].filter(([name]) => !name.startsWith('report/')))),
  'a page that always says PASS': (files) =>
    sealedZip(edited(files, 'verify.html', (text) => text.replace('Verifying…', 'PASS: all is well'))),
  'a verifier that always says PASS': (files) =>
    sealedZip(edited(files, 'verify.mjs', (text) => text.replace("'FAIL: '", "'PASS: '").concat('\n'))),
  'a key that is there twice': (files) =>
    sealedZip(edited(files, 'events.ndjson', (text) => text.replace('{"actor":', '{"actor":null,"actor":'))),
  'keys in another order': (files) =>
    sealedZip(
      edited(files, 'events.ndjson', (text) => text.replace(/^\{"actor":(.*?),"at":("[^"]*")/, '{"at":$2,"actor":$1')),
    ),
  'a number beyond all numbers': (files) =>
    sealedZip(edited(files, 'events.ndjson', (text) => text.replace(/"leaf":\d+/, '"leaf":1e999'))),
  'a number spelled otherwise': (files) =>
    sealedZip(edited(files, 'events.ndjson', (text) => text.replace('"revision":1,', '"revision":1.0,'))),
  ...Object.fromEntries(
    ['constructor', '__proto__', 'toString', 'payment '].map((name): [string, Forge] => [
      `a selection by ${name}`,
      (files) => sealedZip(edited(files, 'manifest.json', (text) => text.replace('"payment":', `"${name}":`))),
    ]),
  ),
  'a workbook that opens another sheet': (files) =>
    withSheet(files, (parts) => {
      const forged = partOf(parts, SHEET)
        .toString()
        .replace(/<v>\d+\.\d+<\/v>/g, '<v>9999.43</v>');
      const relations = partOf(parts, RELATIONS).toString().replace('worksheets/sheet1.xml', 'worksheets/other.xml');
      return parts.set('xl/worksheets/other.xml', Buffer.from(forged)).set(RELATIONS, Buffer.from(relations));
    }),
  'true rows in a comment': (files) =>
    withSheet(files, (parts) => {
      const xml = partOf(parts, SHEET).toString();
      const rows = /<sheetData>(.*)<\/sheetData>/s.exec(xml)?.[1] ?? '';
      const forged = rows
        .replace(/<v>\d+\.\d+<\/v>/g, '<v>9999.43</v>')
        .replaceAll('<row', '<x:row')
        .replaceAll('</row', '</x:row');
      return parts.set(SHEET, Buffer.from(xml.replace(rows, () => `<!--${rows}-->${forged}`)));
    }),
  'the order of the rows': (files) =>
    withSheet(files, (parts) =>
      parts.set(SHEET, Buffer.from(partOf(parts, SHEET).toString().replaceAll('<v>1</v>', '<v>2</v>'))),
    ),
};

/** One change of the zip, of JSON or of the spreadsheet; the manifest fits to the files unless the zip was changed. */
export async function fuzzed(
  files: PackFiles,
  zip: Buffer,
  random: SeededRandom,
): Promise<{ what: string; zip: Buffer }> {
  const what = random.pick(['zip', 'zip', 'json', 'spreadsheet'] as const);
  for (;;) {
    const forged = await FUZZERS[what](files, zip, random);
    if (!forged.equals(zip)) return { what, zip: forged };
  }
}

const FUZZERS = {
  zip: (_: PackFiles, zip: Buffer, random: SeededRandom) => mutated(zip, random),
  json: (files: PackFiles, _: Buffer, random: SeededRandom) => {
    const name = random.pick(['events.ndjson', 'proof.json', 'expenses.csv', 'checkpoint.note']);
    const text = partOf(files, name);
    const changed = new Map(files).set(name, mutated(text, random));
    return sealedZip(changed);
  },
  spreadsheet: (files: PackFiles, _: Buffer, random: SeededRandom) =>
    withSheet(files, (parts) => {
      const [first = '', ...rest] = parts.keys();
      const name = random.pick([first, ...rest]);
      return parts.set(name, mutated(partOf(parts, name), random));
    }),
};

/** Half of the changes turn one bit. */
function mutated(bytes: Buffer, random: SeededRandom): Buffer {
  const at = random.int(0, bytes.length - 1);
  const size = random.int(1, 64);
  switch (random.pick(['bit', 'bit', 'bit', 'remove', 'repeat', 'insert'])) {
    case 'bit': {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.int(0, 7));
      return copy;
    }
    case 'remove':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]);
    case 'repeat':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - size), at), bytes.subarray(at)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('7'), bytes.subarray(at)]);
  }
}

/** The positions of bits in the zip's records, outside its files. */
export function headerBits(zip: Buffer, count: number, random: SeededRandom): Buffer[] {
  const entries = entriesOf(zip);
  const places = entries.flatMap(({ at, offset, name, size }) => [
    ...range(offset, 30 + name.length),
    ...range(offset + 30 + name.length + size, 16),
    ...range(at, 46 + name.length),
  ]);
  places.push(...range(zip.length - END, END));
  return Array.from({ length: count }, () => {
    const copy = Buffer.from(zip);
    const at = places[random.int(0, places.length - 1)] ?? 0;
    copy[at] = (copy[at] ?? 0) ^ (1 << random.int(0, 7));
    return copy;
  });
}

const range = (from: number, length: number) => Array.from({ length }, (_, n) => from + n);

/** @param moved bytes that were put before the zip since its records were written */
function entriesOf(zip: Buffer, moved = 0) {
  const found: { at: number; offset: number; size: number; name: string }[] = [];
  let at = zip.readUInt32LE(zip.length - 6) + moved;
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    found.push({ at, offset: zip.readUInt32LE(at + 42), size: zip.readUInt32LE(at + 20), name });
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return found;
}

function contentEnd(zip: Buffer, index: number): number {
  const next = entriesOf(zip)[index + 1];
  if (!next) throw new Error('The pack has one file only');
  return next.offset;
}

function edited(files: PackFiles, name: string, edit: (text: string) => string): PackFiles {
  return new Map(files).set(name, Buffer.from(edit(partOf(files, name).toString())));
}

function renamed(files: PackFiles, which: RegExp, ending: RegExp, to: string): PackFiles {
  return new Map([...files].map(([name, bytes]) => [which.test(name) ? name.replace(ending, to) : name, bytes]));
}

async function withSheet(files: PackFiles, edit: (parts: Map<string, Buffer>) => Map<string, Buffer>): Promise<Buffer> {
  const path = [...files.keys()].find((name) => name.startsWith('report/')) ?? '';
  const parts = edit(new Map(await filesOf(partOf(files, path))));
  return sealedZip(new Map(files).set(path, await zipOf(parts)));
}

/** Zips the files with a manifest that fits them. */
function sealedZip(files: PackFiles): Promise<Buffer> {
  const manifest = JSON.parse(partOf(files, 'manifest.json').toString()) as object;
  const listed = [...files]
    .filter(([path]) => path !== 'manifest.json')
    .map(([path, bytes]) => ({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }));
  const text = JSON.stringify({ ...manifest, files: listed }, null, 2);
  return zipOf(new Map(files).set('manifest.json', Buffer.from(`${text}\n`)));
}

function partOf(files: PackFiles, name: string): Buffer {
  const bytes = files.get(name);
  if (!bytes) throw new Error(`There is no ${name}`);
  return bytes;
}
