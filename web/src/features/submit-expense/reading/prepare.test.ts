import { describe, expect, test } from '@jest/globals';
import { prepare, quality } from './prepare';

const WIDTH = 300;
const HEIGHT = 400;

/** A picture from the brightness of each pixel; jsdom has no ImageData. */
function picture(brightness: (x: number, y: number) => number): ImageData {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) data.fill(brightness(x, y), (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4);
  }
  return { data, width: WIDTH, height: HEIGHT, colorSpace: 'srgb' } as ImageData;
}

const TILT = 0.2;
/** A paper of 140 × 220 that lies tilted on a dark table; it has a bar across at a quarter of its height. */
const tilted = picture((x, y) => {
  const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2];
  const across = dx * Math.cos(TILT) + dy * Math.sin(TILT);
  const down = dy * Math.cos(TILT) - dx * Math.sin(TILT);
  if (Math.abs(across) > 70 || Math.abs(down) > 110) return 60;
  return down > -60 && down < -50 && Math.abs(across) < 50 ? 20 : 220;
});

/** The share of dark pixels in each row. */
function darkRows({ data, width, height }: ReturnType<typeof prepare>): number[] {
  return Array.from({ length: height }, (_, y) => {
    const row = data.subarray(y * width, (y + 1) * width);
    return row.filter((value) => value < 128).length / width;
  });
}

describe('the preparation of a photo', () => {
  test('cuts a tilted paper out and sets it upright', () => {
    const upright = prepare(tilted, { useOutline: true, turn: 0 });
    expect(upright.width / upright.height).toBeCloseTo(140 / 220, 1);
    const rows = darkRows(upright);
    const dark = rows.map((share, y) => (share > 0.5 ? y / rows.length : null)).filter((y) => y !== null);
    // The bar is level: all of its height, and nothing beyond, is in the rows that it fills.
    expect(dark[0]).toBeCloseTo(50 / 220, 1);
    expect(dark.at(-1)).toBeCloseTo(60 / 220, 1);
    expect(rows.filter((share) => share > 0.05 && share < 0.5).length).toBeLessThan(rows.length * 0.06);
  });

  test('turns it by a quarter', () => {
    const upright = prepare(tilted, { useOutline: true, turn: 0 });
    const turned = prepare(tilted, { useOutline: true, turn: 90 });
    expect([turned.width, turned.height]).toEqual([upright.height, upright.width]);
    const back = prepare(tilted, { useOutline: true, turn: 270 });
    const [at, from] = [(y: number, x: number) => y * turned.width + x, 40];
    // A quarter to the right and one to the left differ by half a turn.
    expect(turned.data[at(from, from)]).toBe(back.data[at(turned.height - 1 - from, turned.width - 1 - from)]);
  });

  test('takes the shadow away from a paper that fills the picture', () => {
    const shadowed = picture((x, y) => (y > 200 && y < 206 && x > 50 && x < 250 ? 0.3 : 1) * (90 + (x / WIDTH) * 150));
    const even = prepare(shadowed, { useOutline: true, turn: 0 });
    const middle = (share: number) =>
      even.data[Math.floor(even.height / 4) * even.width + Math.floor(even.width * share)];
    expect(middle(0.05)).toBeGreaterThan(235);
    expect(middle(0.95)).toBeGreaterThan(235);
    const line = Math.floor((203 / HEIGHT) * even.height) * even.width + Math.floor(even.width / 2);
    expect(even.data[line]).toBeLessThan(110);
  });

  test('levels lines without an outline', () => {
    const slope = Math.tan((5 * Math.PI) / 180);
    const lines = picture((x, y) => {
      const at = y - (x - WIDTH / 2) * slope;
      return at > 40 && at < 360 && at % 20 < 6 && x > 40 && x < 260 ? 30 : 230;
    });
    const rows = darkRows(prepare(lines, { useOutline: false, turn: 0 })).slice(200, -200);
    expect(Math.max(...rows)).toBeGreaterThan(0.5);
    expect(Math.min(...rows)).toBeLessThan(0.1);
  });
});

describe('the quality of a photo', () => {
  const letters = (x: number, y: number) => (x % 12 < 4 && y % 24 < 14 ? 30 : 220);

  test('has its light and its sharpness', () => {
    const { light, sharpness } = quality(picture(letters));
    expect(light).toBe(220);
    expect(sharpness).toBeGreaterThan(0.8);
  });

  test('is low in the dark, and if letters run together', () => {
    expect(quality(picture((x, y) => letters(x, y) / 10)).light).toBeLessThan(30);
    const slow = quality(picture((x, y) => 125 + 95 * Math.sin(x / 20) * Math.sin(y / 20)));
    expect(slow.sharpness).toBeLessThan(0.16);
  });
});
