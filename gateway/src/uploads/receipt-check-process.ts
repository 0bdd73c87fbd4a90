import type { ReceiptReading } from '@outlay/receipts';
import { JOINED_CREATOR, JOINED_MAX, RECEIPT_MAX_BYTES, receiptTypeOf, type ReceiptType } from '@outlay/rules';
import { hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import type { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Sharp } from 'sharp';

// The entry of a process, which Node also loads as TypeScript: it imports packages only.

/** Resident bytes. */
const memoryLimit = Number(process.argv[2]);
const MEMORY_CHECK_MS = 10;

const IMAGE_MAX_SIDE = 30_000;
/** A 50-megapixel phone takes 8,160 × 6,144. */
const IMAGE_MAX_PIXELS = 64_000_000;
/** A phone takes 8,064 × 6,048 at most. */
const HEIC_MAX_PIXELS = 50_000_000;
/** Restricts the size of the converted image; a phone's 12 megapixels have 4,032 × 3,024 pixels. */
const JPEG_MAX_SIDE = 4096;
const JPEG_QUALITY = 85;

const MAX_ATTACHMENTS = JOINED_MAX;
const MAX_NAME_BYTES = 1_000;
/** Larger than any invoice that is read. */
const MAX_XML_BYTES = 4_000_000;

/** A file that a form has joined into a PDF and attached to it. */
export interface JoinedFile {
  readonly name: string;
  readonly contentType: ReceiptType;
  readonly size: number;
  readonly sha256: string;
}

/** The kinds of receipts: a PDF, an image that is stored as it is, or a photo that is converted to JPEG. */
export type ReceiptKind = keyof typeof CHECKS;
export type Verdict =
  | {
      readonly condition: 'readable';
      readonly jpeg?: Uint8Array;
      readonly reading?: ReceiptReading;
      readonly joined?: readonly JoinedFile[];
    }
  | { readonly condition: 'locked' | 'unreadable' }
  | { readonly condition: 'tooLarge'; readonly width: number; readonly height: number; readonly maxPixels: number };
type Check = (content: Uint8Array) => Promise<Verdict>;

const READABLE = { condition: 'readable' } as const;
const UNREADABLE = { condition: 'unreadable' } as const;

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
async function pdf(): Promise<Check> {
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

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // sharp keeps no pixels for a next image, and takes no other core with buffers of its own.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Reads the header before any pixel, and then all pixels of the first frame, into a few. */
async function image(): Promise<Check> {
  const sharp = await loadSharp();
  const decode = (content: Uint8Array, failOn: 'warning' | 'error') =>
    sharp(content, { failOn, limitInputPixels: false }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
  return async (content) => {
    try {
      const size = await sizeOf(sharp(content, { limitInputPixels: false }), content);
      if (isTooLarge(size, IMAGE_MAX_PIXELS)) return tooLarge(size, IMAGE_MAX_PIXELS);
      try {
        await decode(content, 'warning');
      } catch (error) {
        if (isDamage(error)) return UNREADABLE;
        await decode(content, 'error');
      }
      return READABLE;
    } catch {
      return UNREADABLE;
    }
  };
}

/** Recognises the JPEG warnings that mean a picture is not whole. Other warnings are harmless to viewers. */
function isDamage(error: unknown): boolean {
  return /bad Huffman code|bad arithmetic code|premature end|instead of RST/i.test(String(error));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const isTooLarge = ({ width, height }: Size, maxPixels: number) =>
  width > IMAGE_MAX_SIDE || height > IMAGE_MAX_SIDE || width * height > maxPixels;

function tooLarge({ width, height }: Size, maxPixels: number): Verdict {
  return { condition: 'tooLarge', width, height, maxPixels };
}

async function sizeOf(picture: Sharp, content: Uint8Array): Promise<Size> {
  const { width, height, format } = await picture.metadata();
  if (format !== 'gif') return { width, height };
  // The decoder ignores a canvas that it considers too large, browsers may not.
  const screen = new DataView(content.buffer, content.byteOffset);
  return { width: Math.max(width, screen.getUint16(6, true)), height: Math.max(height, screen.getUint16(8, true)) };
}

interface HeifImage {
  readonly handle: unknown;
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
}

/** The package has types for its C functions only. */
interface Libheif {
  readonly HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: unknown };
  /** It lacks `channels` if decoding failed. The data stay in the decoder's memory: a copy would double them. */
  heif_js_decode_image2(
    handle: unknown,
    colorspace: unknown,
    chroma: unknown,
  ): Promise<{ readonly channels?: readonly [{ readonly data: Uint8Array; readonly stride: number; height: number }] }>;
}

async function heic(): Promise<Check> {
  const library = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;
  const { heif_colorspace, heif_chroma } = library;
  const sharp = await loadSharp();
  return async (content) => {
    const images = new library.HeifDecoder().decode(content);
    const photo = images.find((each) => each.is_primary()) ?? images[0];
    if (!photo) return UNREADABLE;
    const size = { width: photo.get_width(), height: photo.get_height() };
    if (isTooLarge(size, HEIC_MAX_PIXELS)) return tooLarge(size, HEIC_MAX_PIXELS);
    const { channels } = await library.heif_js_decode_image2(
      photo.handle,
      heif_colorspace.heif_colorspace_RGB,
      heif_chroma.heif_chroma_interleaved_RGB,
    );
    if (!channels) return UNREADABLE;
    const [{ data, stride, height }] = channels;
    const raw = { width: stride / 3, height, channels: 3 } as const;
    const jpeg = await sharp(data, { raw, limitInputPixels: false })
      // A row may be longer than the picture is wide.
      .extract({ left: 0, top: 0, width: size.width, height })
      .resize(JPEG_MAX_SIDE, JPEG_MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
    return { condition: 'readable', jpeg };
  };
}

const CHECKS = { pdf, image, heic };

/** The types of Node lack it. */
declare const WebAssembly: {
  readonly Memory: { readonly prototype: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
};

// Decoders in WebAssembly hold up the event loop, so their memory is bounded where it grows.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65_536 > memoryLimit) giveUp();
  return grow.call(this, pages);
};

/** Ends the process as the kernel does when there is no memory left. An exit would wait for the decoder. */
function giveUp(): void {
  process.kill(process.pid, 'SIGKILL');
}

const loaded: { [Kind in ReceiptKind]?: Promise<Check> } = {};

/** A request without a file only loads the decoder. The bytes of a file follow in a pipe. */
export interface CheckRequest {
  readonly kind: ReceiptKind;
  readonly size?: number;
}

/** The place of the pipe among the descriptors of this process. */
const FILES = 4;

/** Waits for the bytes, since this process does nothing else. */
function nextFile(size: number): Uint8Array {
  const content = new Uint8Array(size);
  for (let read = 0; read < size;) {
    const length = readSync(FILES, content, read, size - read, null);
    if (length === 0) giveUp();
    read += length;
  }
  return content;
}

process.on('message', async ({ kind, size }: CheckRequest) => {
  const check = await (loaded[kind] ??= CHECKS[kind]());
  if (size === undefined) {
    process.send?.('loaded');
    return;
  }
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryLimit) giveUp();
  }, MEMORY_CHECK_MS);
  // An error ends the process.
  const verdict = await check(nextFile(size));
  clearInterval(watch);
  process.send?.({ verdict, memory: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
// The process that started this one decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
