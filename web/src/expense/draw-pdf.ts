import { getDocument } from 'pdfjs-dist';
import { openPdf } from './open-pdf';

export async function drawPdf(url: string, container: HTMLElement, signal: AbortSignal): Promise<void> {
  const loading = getDocument({ url });
  signal.addEventListener('abort', () => void loading.destroy());
  const pdf = await loading.promise;
  for (let number = 1; number <= pdf.numPages && !signal.aborted; number += 1) {
    const page = await pdf.getPage(number);
    const scale = (container.clientWidth * window.devicePixelRatio) / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    canvas.className = 'block w-full';
    container.append(canvas);
    await page.render({ canvas, viewport }).promise;
  }
}

export interface DrawnPages {
  readonly pages: readonly HTMLCanvasElement[];
  /** The number of all pages of the file. */
  readonly count: number;
}

/** Sharp at twice the width of the sheet's half. */
const PAGE_WIDTH = 1400;
const LONGEST_SIDE = 4000;

/** Draws some pages of a PDF. */
export async function drawPages(data: ArrayBuffer, from: number, to: number, signal: AbortSignal): Promise<DrawnPages> {
  const loading = openPdf(data);
  try {
    const pdf = await loading.promise;
    const pages: HTMLCanvasElement[] = [];
    for (let number = from; number <= Math.min(to, pdf.numPages); number += 1) {
      signal.throwIfAborted();
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: Math.min(PAGE_WIDTH / width, LONGEST_SIDE / height) });
      const canvas = document.createElement('canvas');
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      canvas.className = 'block size-full';
      await page.render({ canvas, viewport }).promise;
      pages.push(canvas);
    }
    return { pages, count: pdf.numPages };
  } finally {
    void loading.destroy();
  }
}
