import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib';
import { JOINED_CREATOR, JOINED_MAX, RECEIPT_MAX_BYTES } from '@outlay/rules';
import { JOINED_SUFFIX } from './use-receipt';
import { drawSmaller, LONGEST_EDGE } from './shrink-image';

/** The width of A4, in points. */
const PAGE_WIDTH = 595.28;
/** The longest side of pages that would not fit in a receipt otherwise. Their originals are beside them. */
const SMALL_EDGE = 1400;

export class TooManyFiles extends Error {}

class UnjoinableFile extends Error {
  constructor(
    readonly file: string,
    cause: unknown,
  ) {
    super('', { cause });
  }
}

interface Original {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * One PDF of all pages and images, in their order, with each file attached as it was, so that its hash can be proved.
 * @throws UnjoinableFile for one that cannot be read
 * @throws TooManyFiles
 */
export async function joinToPdf(files: readonly File[]): Promise<File> {
  const joined = await joinAt(files, LONGEST_EDGE);
  return joined.size > RECEIPT_MAX_BYTES ? joinAt(files, SMALL_EDGE) : joined;
}

/** The files that were joined into this one, or none. */
export async function originalsIn(file: File): Promise<Uint8Array[]> {
  return originalsOf(await PDFDocument.load(await bytesOf(file))).map(({ bytes }) => bytes);
}

async function joinAt(files: readonly File[], edge: number): Promise<File> {
  const joined = await PDFDocument.create();
  joined.setCreator(JOINED_CREATOR);
  const originals: Original[] = [];
  for (const file of files) {
    try {
      const bytes = await bytesOf(file);
      const isPdf = file.type === 'application/pdf';
      const before = isPdf ? await addPages(joined, bytes) : await addImage(joined, file, edge);
      originals.push(...(before.length > 0 ? before : [{ name: file.name, bytes }]));
    } catch (cause) {
      throw new UnjoinableFile(file.name, cause);
    }
  }
  if (originals.length > JOINED_MAX) throw new TooManyFiles();
  for (const [index, { name, bytes }] of originals.entries()) {
    // Two files may have one name, under which only one is attached.
    await joined.attach(bytes, `${index + 1} ${name}`, { afRelationship: AFRelationship.Source });
  }
  const name = files[0]?.name.replace(JOINED_SUFFIX, '').replace(/\.[^.]*$/, '') ?? '';
  return new File([new Uint8Array(await joined.save())], name + JOINED_SUFFIX, { type: 'application/pdf' });
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

function originalsOf(source: PDFDocument): Original[] {
  if (source.getCreator() !== JOINED_CREATOR) return [];
  return source.getAttachments().map(({ name, data }) => ({ name: name.replace(/^\d+ /, ''), bytes: data }));
}

/** Returns what the PDF was joined from. */
async function addPages(joined: PDFDocument, bytes: Uint8Array): Promise<Original[]> {
  const source = await PDFDocument.load(bytes);
  for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
  return originalsOf(source);
}

/** It is drawn anew, because a PDF ignores how a photo is turned. */
async function addImage(joined: PDFDocument, file: File, edge: number): Promise<Original[]> {
  const drawn = await drawSmaller(file, edge);
  if (!drawn) throw new Error('The browser draws no images');
  const image = await joined.embedJpg(await bytesOf(new File([drawn], file.name)));
  const height = (PAGE_WIDTH * image.height) / image.width;
  joined.addPage([PAGE_WIDTH, height]).drawImage(image, { x: 0, y: 0, width: PAGE_WIDTH, height });
  return [];
}
