import { SeededRandom } from '@outlay/seed';
import type { BrowserContext } from 'playwright-core';
import type { ReceiptFile } from './read-in-form.js';
import type { Sample } from './samples.js';

/** The way a picture was taken: where the corners of the paper are, in shares of the picture, and its light and its faults. */
interface Shot {
  readonly corners: readonly (readonly [number, number])[];
  readonly table: Colour;
  readonly blur: number;
  readonly noise: number;
  readonly noiseSeed: number;
  readonly light: number;
  readonly shadow: number;
  readonly shadowAngle: number;
  readonly folds: readonly number[];
}

type Colour = readonly [number, number, number];
const PICTURE = { width: 1500, height: 2000 };
const WHITE_TABLE: Colour = [206, 205, 200];
const TABLES: readonly [Colour, ...Colour[]] = [
  [92, 62, 40],
  [60, 66, 72],
  [38, 70, 96],
  [120, 96, 70],
  [70, 40, 44],
];

/** `usual` is a hand that cares; `hard` tilts the paper, cuts it, or lays it on a white table or its side. */
export type Care = 'usual' | 'hard' | 'dark' | 'blurred';

/** A photo of a receipt on a table, tilted, folded, in uneven light, a little blurred. */
export async function photoOf(context: BrowserContext, sample: Sample, care: Care): Promise<ReceiptFile> {
  const page = await context.newPage();
  try {
    await page.setContent(sample.html);
    const receipt = page.locator('#receipt');
    const box = await receipt.boundingBox();
    const png = await receipt.screenshot({ type: 'png' });
    const shot = shotOf(
      new SeededRandom(`photo of ${sample.name} ${sample.truth.total}`),
      care,
      (box?.width ?? 1) / (box?.height ?? 1),
    );
    const jpeg = await page.evaluate(takePhoto, { png: png.toString('base64'), shot, picture: PICTURE });
    return { name: `${sample.name}.jpg`, buffer: Buffer.from(jpeg, 'base64') };
  } finally {
    await page.close();
  }
}

function shotOf(random: SeededRandom, care: Care, aspect: number): Shot {
  const fault = care === 'hard' ? random.pick(['tilt', 'cut', 'side', 'white']) : null;
  const between = (least: number, most: number) => least + random.next() * (most - least);
  const share = fault === 'cut' ? between(1.02, 1.08) : fault === 'tilt' ? 0.75 : between(0.78, 0.95);
  const ratio = PICTURE.width / PICTURE.height;
  // People hold a phone so that the receipt fills the picture.
  const high = Math.min(share, (share * ratio) / aspect);
  const wide = (high * aspect) / ratio;
  const degrees = fault === 'tilt' ? between(14, 28) : between(-7, 7);
  const angle = ((degrees + (fault === 'side' ? 90 : 0)) * Math.PI) / 180;
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) => {
    const [dx, dy] = [(x * wide * ratio) / 2, (y * high) / 2];
    const jitter = () => between(-0.025, 0.025);
    return [
      0.5 + (dx * Math.cos(angle) - dy * Math.sin(angle)) / ratio + jitter() * wide,
      0.5 + dx * Math.sin(angle) + dy * Math.cos(angle) + jitter() * high,
    ] as const;
  });
  return {
    corners,
    table: fault === 'white' ? WHITE_TABLE : random.pick(TABLES),
    blur: care === 'blurred' ? between(8, 11) : between(0.3, 1.4),
    noise: between(3, 11),
    noiseSeed: random.int(1, 1_000_000),
    light: care === 'dark' ? between(0.05, 0.09) : between(0.55, 1),
    shadow: between(0, 0.5),
    shadowAngle: between(0, 2 * Math.PI),
    folds: Array.from({ length: random.int(0, 2) }, () => between(0.2, 0.8)),
  };
}

/** Runs in the page: draws the receipt into the picture, as a camera sees it. */
async function takePhoto({
  png,
  shot,
  picture,
}: {
  png: string;
  shot: Shot;
  picture: typeof PICTURE;
}): Promise<string> {
  const { width, height } = picture;
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const source = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = (w: number, h: number) => {
    const found = Object.assign(document.createElement('canvas'), { width: w, height: h }).getContext('2d');
    if (!found) throw new Error('No canvas');
    return found;
  };
  const flat = context(source.width, source.height);
  flat.drawImage(source, 0, 0);
  const paper = flat.getImageData(0, 0, source.width, source.height);
  const canvas = context(width, height);
  const result = canvas.createImageData(width, height);
  const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0] = shot.corners.flatMap(([x, y]) => [
    x * width,
    y * height,
  ]);
  // The projection of the unit square to the corners, and its inverse, up to a factor.
  const [sx, sy] = [ax - bx + cx - dx, ay - by + cy - dy];
  const [x1, y1, x2, y2] = [bx - cx, by - cy, dx - cx, dy - cy];
  const determinant = x1 * y2 - x2 * y1;
  const g = (sx * y2 - x2 * sy) / determinant;
  const h = (x1 * sy - sx * y1) / determinant;
  const [m0, m1, m2] = [bx - ax + g * bx, dx - ax + h * dx, ax];
  const [m3, m4, m5] = [by - ay + g * by, dy - ay + h * dy, ay];
  const inverse = [
    [m4 - m5 * h, m2 * h - m1, m1 * m5 - m2 * m4],
    [m5 * g - m3, m0 - m2 * g, m2 * m3 - m0 * m5],
    [m3 * h - m4 * g, m1 * g - m0 * h, m0 * m4 - m1 * m3],
  ];
  let state = shot.noiseSeed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const row = (index: number, x: number, y: number) => {
    const [p = 0, q = 0, r = 0] = inverse[index] ?? [];
    return p * x + q * y + r;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const w = row(2, x, y);
      const [u, v] = [row(0, x, y) / w, row(1, x, y) / w];
      const isPaper = u >= 0 && u < 1 && v >= 0 && v < 1;
      const at = (y * width + x) * 4;
      const from = (Math.floor(v * paper.height) * paper.width + Math.floor(u * paper.width)) * 4;
      const across = Math.cos(shot.shadowAngle) * (x / width - 0.5) + Math.sin(shot.shadowAngle) * (y / height - 0.5);
      let light = shot.light * (1 - shot.shadow * (across + 0.5));
      for (const fold of shot.folds) {
        const distance = v - fold;
        if (isPaper && Math.abs(distance) < 0.05)
          light *= 1 - 0.22 * (1 - Math.abs(distance) / 0.05) * (distance < 0 ? 1 : 0.5);
      }
      const grain = (random() + random() + random() - 1.5) * shot.noise * 1.6;
      for (let channel = 0; channel < 3; channel += 1) {
        const table = (shot.table[channel] ?? 0) * (0.9 + 0.1 * Math.sin(x / 23 + y / 140));
        const value = isPaper ? (paper.data[from + channel] ?? 0) * 0.97 : table;
        result.data[at + channel] = value * light + grain;
      }
      result.data[at + 3] = 255;
    }
  }
  canvas.putImageData(result, 0, 0);
  const blurred = context(width, height);
  blurred.filter = `blur(${shot.blur}px)`;
  blurred.drawImage(canvas.canvas, 0, 0);
  return blurred.canvas.toDataURL('image/jpeg', 0.82).split(',')[1] ?? '';
}
