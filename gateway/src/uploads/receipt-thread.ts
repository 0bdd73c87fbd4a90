import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// The entry of a thread, which Node also loads as TypeScript: it imports packages only.

/** Restricts the size of the converted image; a phone's 12 megapixels have 4,032 × 3,024 pixels. */
const JPEG_MAX_SIDE = 4096;
const JPEG_QUALITY = 85;

export type PdfCondition = 'readable' | 'locked' | 'unreadable';

/** What the library keeps to itself. Its `getPage` parses all of the page's content, and has no end. */
interface PdfiumLibrary {
  readonly module: {
    readonly wasmExports: { malloc(size: number): number };
    /** Returns 0 if there is no such page; writes two doubles, in points. */
    _FPDF_GetPageSizeByIndex(document: number, page: number, width: number, height: number): number;
  };
}
interface PdfiumDocument {
  readonly documentIdx: number;
}

/** PDFium is what Chrome shows a PDF with. It runs in WebAssembly, so a crafted file cannot leave it. */
async function pdfCondition() {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const { module } = library as unknown as PdfiumLibrary;
  const size = module.wasmExports.malloc(2 * Float64Array.BYTES_PER_ELEMENT);
  return async (content: Uint8Array): Promise<PdfCondition> => {
    try {
      const document = await library.loadDocument(content);
      const { documentIdx } = document as unknown as PdfiumDocument;
      const isShown = module._FPDF_GetPageSizeByIndex(documentIdx, 0, size, size + Float64Array.BYTES_PER_ELEMENT) > 0;
      document.destroy();
      return isShown ? 'readable' : 'unreadable';
    } catch (error) {
      return /password/i.test(String(error)) ? 'locked' : 'unreadable';
    }
  };
}

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  /** Calls back with null if the image cannot be decoded. */
  display(target: Pixels, done: (pixels: Pixels | null) => void): void;
}

/** The package has types for its C functions only. */
interface Libheif {
  readonly HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] };
}

async function heicToJpeg() {
  const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;
  const { default: sharp } = await import('sharp');
  return async (content: Uint8Array): Promise<Uint8Array> => {
    const images = new HeifDecoder().decode(content);
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (!image) throw new Error('There is no image in the file');
    const [width, height] = [image.get_width(), image.get_height()];
    const data = new Uint8ClampedArray(width * height * 4);
    await new Promise<void>((resolve, reject) => {
      image.display({ data, width, height }, (pixels) => {
        if (pixels) resolve();
        else reject(new Error('The image cannot be decoded'));
      });
    });
    return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
      .flatten({ background: 'white' })
      .resize(JPEG_MAX_SIDE, JPEG_MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
  };
}

const TASKS = { pdfCondition, heicToJpeg };
export type ReceiptTask = keyof typeof TASKS;

const run = await TASKS[workerData as ReceiptTask]();
parentPort?.postMessage('loaded');
parentPort?.on('message', (content: Uint8Array) => {
  // An error ends the thread.
  void run(content).then((result) => parentPort?.postMessage(result));
});
