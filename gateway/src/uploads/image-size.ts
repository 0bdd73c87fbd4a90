import { OutlayError } from '@outlay/contracts';

/** A 50-megapixel phone takes 8,160 × 6,144. Decoded, 64 megapixels take 256 MB. */
const IMAGE_MAX_PIXELS = 64_000_000;
const IMAGE_MAX_SIDE = 30_000;

/** Rejects decompression bombs: a few hundred bytes may decode to 60,000 × 60,000 pixels. */
export async function assertSafeImage(content: Buffer, maxPixels = IMAGE_MAX_PIXELS): Promise<void> {
  const { width, height } = await readSize(content);
  if (width <= IMAGE_MAX_SIDE && height <= IMAGE_MAX_SIDE && width * height <= maxPixels) return;
  const [w, h, megapixels] = [width, height, (width * height) / 1_000_000].map(formatCount);
  throw invalid(
    `This image is too large to open safely (${w} × ${h} pixels, ${megapixels} megapixels). ` +
      `Please send one of at most ${formatCount(maxPixels / 1_000_000)} megapixels and 30,000 pixels a side.`,
  );
}

const formatCount = (count: number) => count.toLocaleString('en-US', { maximumFractionDigits: 2 });

interface Size {
  readonly width: number;
  readonly height: number;
}

async function readSize(content: Buffer): Promise<Size> {
  // Loaded on first use, because it is 20 MB of native code.
  const { default: sharp } = await import('sharp');
  try {
    const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
    const screen = gifScreen(content);
    return { width: Math.max(width, screen.width), height: Math.max(height, screen.height) };
  } catch {
    throw invalid('This image cannot be read. Please send it again, or as another kind of image or a PDF.');
  }
}

/** The canvas size in a GIF header; sharp ignores a canvas it considers too large, browsers may not. */
function gifScreen(content: Buffer): Size {
  if (content.toString('latin1', 0, 4) !== 'GIF8') return { width: 0, height: 0 };
  return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
}

function invalid(message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field: 'receipt', message }]);
}
