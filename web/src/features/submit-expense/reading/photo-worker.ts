import { readBarcodes, prepareZXingModule } from 'zxing-wasm/reader';
import zxingUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { prepare, quality } from './prepare';

/** The questions that the worker answers, one after the other, about the picture that it was given last. */
export type PhotoRequest =
  | { readonly ask: 'open'; readonly picture: Blob | ImageBitmap }
  | { readonly ask: 'prepare'; readonly useOutline: boolean; readonly turn: 0 | 90 | 270 };

export interface OpenedPhoto {
  readonly codes: readonly string[];
  readonly light: number;
  readonly sharpness: number;
}

export type PhotoReply = { readonly opened: OpenedPhoto } | { readonly prepared: Blob } | { readonly failed: string };

/** A line of a receipt has about 40 letters, so that more pixels only take time. */
const LONGEST_SIDE = 2048;

// The library would load its code from a foreign host.
prepareZXingModule({ overrides: { locateFile: () => zxingUrl } });

let image: ImageData | null = null;

self.addEventListener('message', ({ data }: MessageEvent<PhotoRequest>) => {
  answer(data).then(
    (reply) => self.postMessage(reply),
    (error: unknown) => self.postMessage({ failed: String(error) } satisfies PhotoReply),
  );
});

async function answer(request: PhotoRequest): Promise<PhotoReply> {
  if (request.ask === 'open') {
    image = await pixelsOf(request.picture);
    // A picture in which nothing could be found is still read as text.
    const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 4 }).catch(() => []);
    return { opened: { codes: found.map(({ text }) => text), ...quality(image) } };
  }
  if (image === null) throw new Error('No picture is open');
  const { data, width, height } = prepare(image, request);
  const canvas = new OffscreenCanvas(width, height);
  const pixels = new ImageData(width, height);
  for (let at = 0; at < data.length; at += 1) pixels.data.fill(data[at] ?? 0, at * 4, at * 4 + 3);
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return { prepared: await canvas.convertToBlob() };
}

async function pixelsOf(picture: Blob | ImageBitmap): Promise<ImageData> {
  const bitmap =
    picture instanceof Blob ? await createImageBitmap(picture, { imageOrientation: 'from-image' }) : picture;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
