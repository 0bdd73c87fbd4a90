import { extreme, greyOf, shrunk, type Grey } from './grey-image';
import { outlineOf, type Corners, type Point } from './paper-outline';

/** Tesseract reads letters of this many pixels best; a receipt has about 40 of them in a line. */
const PREPARED_WIDTH = 1280;
const MOST_PIXELS = 5_000_000;
const LARGEST_SCALE = 2.5;

/** Turns a photo into dark letters on white: the paper alone, upright, with even light. */
export function prepare(image: ImageData, { useOutline, turn }: { useOutline: boolean; turn: 0 | 90 | 270 }): Grey {
  const corners = useOutline ? outlineOf(image) : null;
  const flat = corners ? warp(image, corners) : deskewed(scaled(greyOf(image), image.width));
  return evenLight(blurred(turned(flat, turn)));
}

/** The brightest of the paper and how sharp its edges are, from 0 to 255 and from 0 to 1. */
export function quality(image: ImageData): { light: number; sharpness: number } {
  const grey = shrunk(greyOf(image), 1000);
  const light = percentile(grey.data, 0.9);
  const dark = percentile(grey.data, 0.02);
  const contrast = Math.max(1, light - dark);
  const { data, width, height } = grey;
  const steps = new Uint8ClampedArray(data.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const across = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
      const down = Math.abs((data[at + width] ?? 0) - (data[at - width] ?? 0));
      steps[at] = Math.max(across, down);
    }
  }
  return { light, sharpness: percentile(steps, 0.99) / contrast };
}

function percentile(data: Uint8ClampedArray, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  let left = data.length * share;
  for (let value = 0; value < 256; value += 1) {
    left -= counts[value] ?? 0;
    if (left <= 0) return value;
  }
  return 255;
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The paper between four corners as a rectangle, seen from straight above. */
function warp(image: ImageData, [a, b, c, d]: Corners): Grey {
  const grey = greyOf(image);
  const [wide, high] = [(apart(a, b) + apart(d, c)) / 2, (apart(a, d) + apart(b, c)) / 2];
  // A receipt that lies on its side is read after a turn, so its shorter side counts.
  const scale = fittingScale(Math.min(wide, high), wide, high);
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  const m = homography([a, b, c, d]);
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = x / width;
      const v = y / height;
      const w = m[6] * u + m[7] * v + 1;
      data[y * width + x] = sample(grey, (m[0] * u + m[1] * v + m[2]) / w, (m[3] * u + m[4] * v + m[5]) / w);
    }
  }
  return { data, width, height };
}

function fittingScale(side: number, width: number, height: number): number {
  return Math.min(PREPARED_WIDTH / side, LARGEST_SCALE, Math.sqrt(MOST_PIXELS / (width * height)));
}

type Homography = readonly [number, number, number, number, number, number, number, number];

/** The projection of the unit square to four corners. */
function homography([a, b, c, d]: Corners): Homography {
  const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const [x1, y1, x2, y2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
  const determinant = x1 * y2 - x2 * y1;
  const g = (sx * y2 - x2 * sy) / determinant;
  const h = (x1 * sy - sx * y1) / determinant;
  return [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h];
}

function sample({ data, width, height }: Grey, x: number, y: number): number {
  // No arrays here: this runs for each pixel.
  const x0 = Math.min(Math.max(x, 0), width - 1.001);
  const y0 = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(x0);
  const top = Math.floor(y0);
  const fx = x0 - left;
  const fy = y0 - top;
  const at = top * width + left;
  const above = (data[at] ?? 0) * (1 - fx) + (data[at + 1] ?? 0) * fx;
  const below = (data[at + width] ?? 0) * (1 - fx) + (data[at + width + 1] ?? 0) * fx;
  return above * (1 - fy) + below * fy;
}

function scaled(image: Grey, side: number): Grey {
  const scale = fittingScale(side, image.width, image.height);
  return scale === 1 ? image : rotated(image, 0, scale);
}

function rotated(image: Grey, degrees: number, scale = 1): Grey {
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) / scale, Math.sin((degrees * Math.PI) / 180) / scale];
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dx = x - width / 2;
      const dy = y - height / 2;
      data[y * width + x] = sample(
        image,
        image.width / 2 + dx * cos - dy * sin,
        image.height / 2 + dx * sin + dy * cos,
      );
    }
  }
  return { data, width, height };
}

const MOST_SKEWED = 10;

/** Turned so that its lines of letters are level, which part dark rows from bright ones best. */
function deskewed(image: Grey): Grey {
  const small = evenLight(shrunk(image, 700));
  let [best, angle] = [0, 0];
  for (let degrees = -MOST_SKEWED; degrees <= MOST_SKEWED; degrees += 0.5) {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const rows = new Float64Array(small.height);
    for (let y = 0; y < small.height; y += 1) {
      for (let x = 0; x < small.width; x += 2) {
        const row = Math.round(y - (x - small.width / 2) * slope);
        if (row >= 0 && row < small.height && (small.data[y * small.width + x] ?? 255) < 140)
          rows[row] = (rows[row] ?? 0) + 1;
      }
    }
    let steps = 0;
    for (let row = 1; row < rows.length; row += 1) steps += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
    if (steps > best) [best, angle] = [steps, degrees];
  }
  return angle === 0 ? image : rotated(image, angle);
}

function turned(image: Grey, turn: 0 | 90 | 270): Grey {
  if (turn === 0) return image;
  const { data, width, height } = image;
  const result = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const to = turn === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      result[to] = data[y * width + x] ?? 0;
    }
  }
  return { data: result, width: height, height: width };
}

const KERNEL = [1, 4, 6, 4, 1];

/** A Gaussian of five by five pixels takes the noise of a sensor away. */
function blurred({ data, width, height }: Grey): Grey {
  const pass = (source: Uint8ClampedArray, step: number, position: (at: number) => number, last: number) => {
    const result = new Uint8ClampedArray(source.length);
    for (let at = 0; at < source.length; at += 1) {
      const place = position(at);
      let sum = 0;
      for (let offset = -2; offset <= 2; offset += 1) {
        const near = Math.min(Math.max(place + offset, 0), last) - place;
        sum += (source[at + near * step] ?? 0) * (KERNEL[offset + 2] ?? 0);
      }
      result[at] = sum / 16;
    }
    return result;
  };
  const across = pass(data, 1, (at) => at % width, width - 1);
  return { width, height, data: pass(across, width, (at) => Math.floor(at / width), height - 1) };
}

const BACKGROUND_SIDE = 90;

/** Divided by the light around each pixel, so that shadows and folds become white. */
function evenLight(image: Grey): Grey {
  const { data, width, height } = image;
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / BACKGROUND_SIDE / 2));
  const light = extreme(shrunk(image, Math.ceil(Math.max(width, height) / factor)), 2, Math.max);
  const ratio = { x: light.width / width, y: light.height / height };
  const result = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const around = Math.max(1, sample(light, (x + 0.5) * ratio.x - 0.5, (y + 0.5) * ratio.y - 0.5));
      const share = (data[y * width + x] ?? 0) / around;
      // The brightest tenth is paper.
      result[y * width + x] = ((share - 0.15) / 0.75) * 255;
    }
  }
  return { data: result, width, height };
}
