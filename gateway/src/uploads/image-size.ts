import { OutlayError } from '@outlay/contracts';

/** A phone of 50 megapixels makes 8,160 × 6,144, which is a little more; opened, 64 take a quarter of a gigabyte. */
const IMAGE_MAX_PIXELS = 64_000_000;
const IMAGE_MAX_SIDE = 30_000;

/**
 * Refuses an image that would take a viewer's whole memory to open, by its header alone; a few hundred bytes can say
 * that they are 60,000 × 60,000. INVALID_INPUT for one that is too large, or whose header cannot be read.
 */
export async function assertSafeImage(content: Buffer): Promise<void> {
  const { width, height } = await readSize(content);
  if (width <= IMAGE_MAX_SIDE && height <= IMAGE_MAX_SIDE && width * height <= IMAGE_MAX_PIXELS) return;
  const [w, h, megapixels] = [width, height, (width * height) / 1_000_000].map(inEnglish);
  throw invalid(
    `This image is too large to open safely (${w} × ${h} pixels, ${megapixels} megapixels). ` +
      'Please send one of at most 64 megapixels and 30,000 pixels a side.',
  );
}

const inEnglish = (count: number) => count.toLocaleString('en-US', { maximumFractionDigits: 2 });

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of one frame, where there are several. */
async function readSize(content: Buffer): Promise<Size> {
  // Native code of some 20 MB, which a gateway that has not been sent a photo yet does without.
  const { default: sharp } = await import('sharp');
  try {
    const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
    const screen = gifScreen(content);
    return { width: Math.max(width, screen.width), height: Math.max(height, screen.height) };
  } catch {
    throw invalid('This image cannot be read. Please send it again, or as another kind of image or a PDF.');
  }
}

/** The canvas a GIF claims; the decoder overlooks one that seems too large, where a browser may not. */
function gifScreen(content: Buffer): Size {
  if (content.toString('latin1', 0, 4) !== 'GIF8') return { width: 0, height: 0 };
  return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
}

function invalid(message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field: 'receipt', message }]);
}
