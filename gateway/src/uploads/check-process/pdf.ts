import type { ReceiptReading } from '@outlay/receipts';
import { JOINED_CREATOR, JOINED_MAX, RECEIPT_MAX_BYTES, receiptTypeOf } from '@outlay/rules';
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PDFiumLibrary } from '@hyzyla/pdfium';
import { READABLE, UNREADABLE, type Check, type JoinedFile } from './verdict.js';

const MAX_ATTACHMENTS = JOINED_MAX;
const MAX_NAME_BYTES = 1_000;
/** Larger than any invoice that is read. */
const MAX_XML_BYTES = 4_000_000;

/** Parts of the library that its types leave out. Its `getPage` parses the whole page, without a time limit. */
interface PdfiumLibrary {
  readonly module: {
    readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
    /** Another array once the memory has grown. */
    readonly HEAPU8: Uint8Array;
    /** Returns 0 if there is no such page; writes two doubles, in points. */
    _FPDF_GetPageSizeByIndex(document: number, page: number, width: number, height: number): number;
    _FPDFDoc_GetAttachmentCount(document: number): number;
    _FPDFDoc_GetAttachment(document: number, index: number): number;
    /** Writes UTF-16 with a zero at its end if there is room for it, and returns its bytes. */
    _FPDFAttachment_GetName(attachment: number, buffer: number, length: number): number;
    /** Writes a text of the document's information, such as `Creator`, whose name ends with a zero; else like a name. */
    _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number;
    /** Writes the file if there is room for it, and its bytes to `size` as a 32-bit number; returns 0 if it has none. */
    _FPDFAttachment_GetFile(attachment: number, buffer: number, length: number, size: number): number;
  };
}
interface PdfiumDocument {
  readonly documentIdx: number;
}

/** Chrome shows PDFs with PDFium, so a PDF that opens here opens in Chrome. */
export async function loadPdfCheck(): Promise<Check> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const { module } = library as unknown as PdfiumLibrary;
  const size = module.wasmExports.malloc(2 * Float64Array.BYTES_PER_ELEMENT);
  return async (content) => {
    try {
      const document = await library.loadDocument(content);
      const { documentIdx } = document as unknown as PdfiumDocument;
      const isShown = module._FPDF_GetPageSizeByIndex(documentIdx, 0, size, size + Float64Array.BYTES_PER_ELEMENT) > 0;
      const hasFiles = isShown && module._FPDFDoc_GetAttachmentCount(documentIdx) > 0;
      const isJoined = hasFiles && creatorOf(module, documentIdx) === JOINED_CREATOR;
      const files = hasFiles ? filesIn(module, documentIdx, (name) => isJoined || isXml(name)) : [];
      document.destroy();
      if (!isShown) return UNREADABLE;
      if (files.length === 0) return READABLE;
      const joined = isJoined ? files.flatMap(joinedFile) : [];
      const inJoined = isJoined ? await filesInEach(library, files) : [];
      const reading = await readingIn([...files, ...inJoined].filter(({ name }) => isXml(name)));
      return { ...READABLE, ...reading, ...(joined.length > 0 && { joined }) };
    } catch (error) {
      return { condition: /password/i.test(String(error)) ? 'locked' : 'unreadable' };
    }
  };
}

interface AttachedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The attached files with a wanted name. To count them takes a tenth of a millisecond, so a PDF without pays nothing. */
function filesIn(
  module: PdfiumLibrary['module'],
  document: number,
  isWanted: (name: string) => boolean,
): AttachedFile[] {
  const count = Math.min(module._FPDFDoc_GetAttachmentCount(document), MAX_ATTACHMENTS);
  return Array.from({ length: count }, (_, index) => module._FPDFDoc_GetAttachment(document, index)).flatMap(
    (attachment) => {
      const name = nameOf(module, attachment);
      const content = isWanted(name) && fileOf(module, attachment, isXml(name) ? MAX_XML_BYTES : RECEIPT_MAX_BYTES);
      return content ? [{ name, content }] : [];
    },
  );
}

const isXml = (name: string) => /\.xml$/i.test(name);

function joinedFile({ name, content }: AttachedFile): JoinedFile[] {
  const contentType = receiptTypeOf(content);
  if (contentType === null) return [];
  // The form numbers the files, since two may have one name.
  return [{ name: name.replace(/^\d+ /, ''), contentType, size: content.length, sha256: hash('sha256', content) }];
}

/** The XML files in the PDFs that were joined. One that does not open has none. */
async function filesInEach(library: PDFiumLibrary, files: readonly AttachedFile[]): Promise<AttachedFile[]> {
  const { module } = library as unknown as PdfiumLibrary;
  const found: AttachedFile[] = [];
  for (const { content } of files.filter((file) => receiptTypeOf(file.content) === 'application/pdf')) {
    const document = await library.loadDocument(content).catch(() => null);
    if (document) found.push(...filesIn(module, (document as unknown as PdfiumDocument).documentIdx, isXml));
    document?.destroy();
  }
  return found;
}

function creatorOf(module: PdfiumLibrary['module'], document: number): string {
  const tag = Buffer.from('Creator\0');
  const pointer = module.wasmExports.malloc(tag.length);
  module.HEAPU8.set(tag, pointer);
  const creator = textOf(module, (buffer, size) => module._FPDF_GetMetaText(document, pointer, buffer, size));
  module.wasmExports.free(pointer);
  return creator;
}

function nameOf(module: PdfiumLibrary['module'], attachment: number): string {
  return textOf(module, (buffer, size) => module._FPDFAttachment_GetName(attachment, buffer, size));
}

/** @param write returns the bytes of a text in UTF-16 with a zero at its end, and writes it if there is room for it */
function textOf(module: PdfiumLibrary['module'], write: (buffer: number, size: number) => number): string {
  const size = write(0, 0);
  if (size > MAX_NAME_BYTES) return '';
  const text = withMemory(module, size, (buffer) => write(buffer, size) === size);
  return text ? Buffer.from(text).toString('utf16le').replace(/\0$/, '') : '';
}

function fileOf(module: PdfiumLibrary['module'], attachment: number, maxBytes: number): Uint8Array | null {
  const written = withMemory(module, 4, (size) => module._FPDFAttachment_GetFile(attachment, 0, 0, size) !== 0);
  const size = written ? new DataView(written.buffer).getUint32(0, true) : 0;
  if (size === 0 || size > maxBytes) return null;
  return (
    withMemory(
      module,
      size + 4,
      (buffer) => module._FPDFAttachment_GetFile(attachment, buffer, size, buffer + size) !== 0,
    )?.subarray(0, size) ?? null
  );
}

/** A copy of memory of the library after a function of it has written there; null if that failed. */
function withMemory(
  module: PdfiumLibrary['module'],
  size: number,
  write: (pointer: number) => boolean,
): Uint8Array | null {
  const pointer = module.wasmExports.malloc(size);
  const copy = write(pointer) ? module.HEAPU8.slice(pointer, pointer + size) : null;
  module.wasmExports.free(pointer);
  return copy;
}

/** A PDF may have its invoice in several syntaxes. If they differ, it states nothing. */
async function readingIn(files: readonly AttachedFile[]): Promise<{ reading?: ReceiptReading }> {
  const { readEInvoice } = await import('@outlay/receipts');
  const [reading, ...others] = files.flatMap(({ content }) => readEInvoice(content) ?? []);
  return reading && others.every((other) => isDeepStrictEqual(other, reading)) ? { reading } : {};
}
