import type { Sharp } from 'sharp';
import { READABLE, UNREADABLE, type Check, type Verdict } from './verdict.js';

const MAX_SIDE = 30_000;
/** A 50-megapixel phone takes 8,160 × 6,144. */
const MAX_PIXELS = 64_000_000;

export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // sharp keeps no pixels for a next image, and takes no other core with buffers of its own.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Reads the header before any pixel, and then all pixels of the first frame, into a few. */
export async function loadImageCheck(): Promise<Check> {
  const sharp = await loadSharp();
  const decode = (content: Uint8Array, failOn: 'warning' | 'error') =>
    sharp(content, { failOn, limitInputPixels: false }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
  return async (content) => {
    try {
      const size = await sizeOf(sharp(content, { limitInputPixels: false }), content);
      if (isTooLarge(size, MAX_PIXELS)) return tooLarge(size, MAX_PIXELS);
      try {
        await decode(content, 'warning');
      } catch (error) {
        if (isDamage(error)) return UNREADABLE;
        await decode(content, 'error');
      }
      return READABLE;
    } catch {
      return UNREADABLE;
    }
  };
}

/** Recognises the JPEG warnings that mean a picture is not whole. Other warnings are harmless to viewers. */
function isDamage(error: unknown): boolean {
  return /bad Huffman code|bad arithmetic code|premature end|instead of RST/i.test(String(error));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const isTooLarge = ({ width, height }: Size, maxPixels: number) =>
  width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels;

export function tooLarge({ width, height }: Size, maxPixels: number): Verdict {
  return { condition: 'tooLarge', width, height, maxPixels };
}

async function sizeOf(picture: Sharp, content: Uint8Array): Promise<Size> {
  const { width, height, format } = await picture.metadata();
  if (format !== 'gif') return { width, height };
  // The decoder ignores a canvas that it considers too large, browsers may not.
  const screen = new DataView(content.buffer, content.byteOffset);
  return { width: Math.max(width, screen.getUint16(6, true)), height: Math.max(height, screen.getUint16(8, true)) };
}
