import { getDocument, GlobalWorkerOptions, PDFWorker, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

let worker: PDFWorker | undefined;

/** Opens a PDF; the shared worker saves the start of one for each file. */
export function openPdf(data: ArrayBuffer): PDFDocumentLoadingTask {
  worker ??= new PDFWorker();
  return getDocument({ data, worker });
}
