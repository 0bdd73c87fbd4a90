import { linesOf, readText, type Line, type ReceiptReading, type Word } from '@outlay/receipts';
import type { PDFPageProxy } from 'pdfjs-dist';
import { openPdf } from '#expense/open-pdf';

/** The total of an invoice stands on its last page; longer documents are no receipts. */
const MOST_PAGES = 10;

export async function readPdf(data: ArrayBuffer, today: string, signal: AbortSignal): Promise<ReceiptReading> {
  const loading = openPdf(data);
  try {
    const pdf = await loading.promise;
    const lines: Line[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number += 1) {
      signal.throwIfAborted();
      lines.push(...(await linesOn(await pdf.getPage(number))));
    }
    return readText(lines, { source: 'pdf-text', today });
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
