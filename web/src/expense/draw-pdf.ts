import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

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
