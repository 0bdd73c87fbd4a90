import { createRequire } from 'node:module';
import { isTooLarge, loadSharp, tooLarge } from './image.js';
import { UNREADABLE, type Check } from './verdict.js';

/** A phone takes 8,064 × 6,048 at most. */
const HEIC_MAX_PIXELS = 50_000_000;
/** Restricts the size of the converted image; a phone's 12 megapixels have 4,032 × 3,024 pixels. */
const JPEG_MAX_SIDE = 4096;
const JPEG_QUALITY = 85;

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

export async function loadHeicCheck(): Promise<Check> {
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
