import {
  combined,
  linesOf,
  readEInvoice,
  readFiscalCode,
  readText,
  type Line,
  type ReceiptReading,
  type Word,
} from '@outlay/receipts';
import { JOINED_CREATOR } from '@outlay/rules';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { openPdf } from '#expense/open-pdf';
import { openPhoto } from './photo';
import { readPhoto, type PhotoReading } from './read-photo';

/** The total of an invoice stands on its last page; longer documents are no receipts. */
const MOST_PAGES = 10;
const PICTURE_WIDTH = 1400;
const LONGEST_SIDE = 2800;
/** The time after which the text counts alone. */
const CODE_BUDGET_MS = 8000;
/** Fewer letters are those of a stamp on a scanned page. */
const FEWEST_LETTERS = 20;

/** Reads a PDF: its e-invoice, its fiscal code, its text; a page without text as a photo. */
export async function readPdf(data: ArrayBuffer, today: string, signal: AbortSignal): Promise<PhotoReading> {
  const loading = openPdf(data);
  try {
    const pdf = await loading.promise;
    const pages = await Promise.all(
      Array.from({ length: Math.min(pdf.numPages, MOST_PAGES) }, (_, index) => pdf.getPage(index + 1)),
    );
    const lines = (await Promise.all(pages.map(linesOn))).flat();
    signal.throwIfAborted();
    const invoice = await eInvoiceOf(pdf);
    const hasText = lines.reduce((letters, { text }) => letters + text.length, 0) >= FEWEST_LETTERS;
    const [first] = pages;
    if (!hasText && !invoice && first) {
      const { reading } = await readPhoto(await pictureOf(first), today, signal);
      // A dark or blurred page is not reported, because nobody can take another photo of a PDF.
      return { reading };
    }
    const text = readText(lines, { source: 'pdf-text', today });
    const exact =
      invoice ?? (await fiscalCodeOn(pages, AbortSignal.any([signal, AbortSignal.timeout(CODE_BUDGET_MS)])));
    return { reading: exact ? combined(text, exact) : text };
  } finally {
    void loading.destroy();
  }
}

/** An e-invoice is attached to a PDF, or to one that was joined into it and is attached itself. */
async function eInvoiceOf(pdf: PDFDocumentProxy, isOriginal = false): Promise<ReceiptReading | undefined> {
  const attachments = await pdf.getAttachments();
  const isJoined = attachments && !isOriginal && (await creatorOf(pdf)) === JOINED_CREATOR;
  for (const [id, { filename, content }] of attachments ?? []) {
    const isPdf = isJoined && /\.pdf$/i.test(filename);
    if (!isPdf && !/\.xml$/i.test(filename)) continue;
    const bytes = content ?? (await pdf.getAttachmentContent(id));
    const invoice = bytes && (isPdf ? await eInvoiceInJoined(bytes) : readEInvoice(bytes));
    if (invoice) return invoice;
  }
  return undefined;
}

async function creatorOf(pdf: PDFDocumentProxy): Promise<unknown> {
  return ((await pdf.getMetadata()).info as { Creator?: unknown }).Creator;
}

async function eInvoiceInJoined(bytes: Uint8Array): Promise<ReceiptReading | undefined> {
  const loading = openPdf(new Uint8Array(bytes).buffer);
  try {
    return await eInvoiceOf(await loading.promise, true);
  } catch {
    return undefined;
  } finally {
    void loading.destroy();
  }
}

async function linesOn(page: PDFPageProxy): Promise<Line[]> {
  const { items } = await page.getTextContent();
  const words = items.flatMap((item): Word[] => {
    if (!('str' in item)) return [];
    const [, , , , x, y] = item.transform as number[];
    return x === undefined || y === undefined
      ? []
      : [{ text: item.str, x, y: -y, width: item.width, height: item.height }];
  });
  return linesOf(words);
}

/** The code stands on the first page or on the last. */
async function fiscalCodeOn(pages: readonly PDFPageProxy[], signal: AbortSignal): Promise<ReceiptReading | undefined> {
  const photo = openPhoto(signal);
  try {
    for (const page of new Set([pages[0], pages.at(-1)])) {
      if (!page) continue;
      const { codes } = await photo.open(await pictureOf(page));
      const code = codes.map(readFiscalCode).find((reading) => reading !== undefined);
      if (code) return code;
    }
    return undefined;
  } catch {
    // The text is read already.
    return undefined;
  } finally {
    photo.close();
  }
}

async function pictureOf(page: PDFPageProxy): Promise<ImageBitmap> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(PICTURE_WIDTH / width, LONGEST_SIDE / height) });
  const canvas = document.createElement('canvas');
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  // Drawing for print goes on in a tab in the background, where drawing for a screen waits for frames.
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  return createImageBitmap(canvas);
}
