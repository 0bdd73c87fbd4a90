import { PDFDocument } from '@cantoo/pdf-lib';
import { drawSmaller } from './shrink-image';

/** The width of A4, in points. */
const PAGE_WIDTH = 595.28;

class UnjoinableFile extends Error {
  constructor(
    readonly file: string,
    cause: unknown,
  ) {
    super('', { cause });
  }
}

/**
 * One PDF of all pages and images, in their order.
 * @throws UnjoinableFile for one that cannot be read
 */
export async function joinToPdf(files: readonly File[]): Promise<File> {
  const joined = await PDFDocument.create();
  for (const file of files) {
    try {
      await (file.type === 'application/pdf' ? addPages : addImage)(joined, file);
    } catch (cause) {
      throw new UnjoinableFile(file.name, cause);
    }
  }
  const name = files[0]?.name.replace(/\.[^.]*$/, '') ?? '';
  return new File([new Uint8Array(await joined.save())], `${name}-joined.pdf`, { type: 'application/pdf' });
}

async function addPages(joined: PDFDocument, file: File): Promise<void> {
  const source = await PDFDocument.load(new Uint8Array(await file.arrayBuffer()));
  for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
}

/** It is drawn anew, because a PDF ignores how a photo is turned. */
async function addImage(joined: PDFDocument, file: File): Promise<void> {
  const drawn = await drawSmaller(file);
  if (!drawn) throw new Error('The browser draws no images');
  const image = await joined.embedJpg(new Uint8Array(await drawn.arrayBuffer()));
  const height = (PAGE_WIDTH * image.height) / image.width;
  joined.addPage([PAGE_WIDTH, height]).drawImage(image, { x: 0, y: 0, width: PAGE_WIDTH, height });
}
