import { extreme, shrunk, type Grey } from './grey-image';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Clockwise from the upper left. */
export type Corners = readonly [Point, Point, Point, Point];

const OUTLINE_SIDE = 360;
/** A smaller bright area is no receipt, and a larger one the whole picture. */
const SMALLEST_SHARE = 0.08;
const LARGEST_SHARE = 0.96;
/** The outline has to be that close to four straight sides. */
const FITTING = { least: 0.85, most: 1.12 };

/** The corners of the paper; null if there is no bright area with four sides. */
export function outlineOf(image: ImageData): Corners | null {
  const factor = Math.ceil(Math.max(image.width, image.height) / OUTLINE_SIDE);
  const small = closed(shrunk(leastOf(image), OUTLINE_SIDE));
  const area = largestArea(small, otsu(small.data));
  const share = area.length / (small.width * small.height);
  if (share < SMALLEST_SHARE || share > LARGEST_SHARE) return null;
  const hull = hullOf(endsOfRows(area, small.width));
  const four = fourSides(hull);
  if (!four) return null;
  const fit = area.length / surface(four);
  if (fit < FITTING.least || fit > FITTING.most) return null;
  const [a, b, c, d] = fromUpperLeft(four).map(({ x, y }) => ({ x: (x + 0.5) * factor, y: (y + 0.5) * factor }));
  return a && b && c && d ? [a, b, c, d] : null;
}

/** The smallest of the three colours: paper is white, and a table has a colour. */
function leastOf({ data, width, height }: ImageData): Grey {
  const least = new Uint8ClampedArray(width * height);
  for (let at = 0; at < least.length; at += 1) {
    const from = at * 4;
    least[at] = Math.min(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0);
  }
  return { data: least, width, height };
}

/** Without the letters: each pixel is the brightest near it, then the darkest near it. */
function closed(image: Grey): Grey {
  return extreme(extreme(image, 3, Math.max), 3, Math.min);
}

/** The threshold that parts bright and dark best. */
function otsu(data: Uint8ClampedArray): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (const value of data) {
    counts[value] = (counts[value] ?? 0) + 1;
    total += value;
  }
  let [below, sumBelow, best, threshold] = [0, 0, 0, 128];
  for (let value = 0; value < 256; value += 1) {
    below += counts[value] ?? 0;
    sumBelow += value * (counts[value] ?? 0);
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sumBelow / below - (total - sumBelow) / above) ** 2;
    if (between > best) [best, threshold] = [between, value];
  }
  return threshold;
}

/** The pixels of the largest connected area above a threshold. */
function largestArea({ data, width, height }: Grey, threshold: number): number[] {
  const seen = new Uint8Array(data.length);
  let largest: number[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] || (data[start] ?? 0) <= threshold) continue;
    const area = [start];
    seen[start] = 1;
    for (let index = 0; index < area.length; index += 1) {
      const at = area[index] ?? 0;
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= width * height || seen[next] || (data[next] ?? 0) <= threshold) continue;
        seen[next] = 1;
        area.push(next);
      }
    }
    if (area.length > largest.length) largest = area;
  }
  return largest;
}

/** The first and the last pixel of each row of an area; its hull is theirs. */
function endsOfRows(area: readonly number[], width: number): Point[] {
  const rows = new Map<number, { first: number; last: number }>();
  for (const at of area) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const row = rows.get(y);
    rows.set(y, { first: Math.min(x, row?.first ?? x), last: Math.max(x, row?.last ?? x) });
  }
  return [...rows].flatMap(([y, { first, last }]) => [
    { x: first, y },
    { x: last, y },
  ]);
}

const cross = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/** The convex hull by monotone chains. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const chain = (ordered: readonly Point[]) => {
    const result: Point[] = [];
    for (const point of ordered) {
      for (;;) {
        const [before, last] = [result.at(-2), result.at(-1)];
        if (!before || !last || cross(before, last, point) > 0) break;
        result.pop();
      }
      result.push(point);
    }
    return result.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

/** Four sides around a hull: the side whose neighbours meet closest to it is left out, one after the other. */
function fourSides(hull: readonly Point[]): Point[] | null {
  const points = [...hull];
  while (points.length > 4) {
    let best: { index: number; meeting: Point; cost: number } | null = null;
    for (let index = 0; index < points.length; index += 1) {
      const [a, b, c, d] = [0, 1, 2, 3].map((step) => points[(index + step) % points.length]);
      if (!a || !b || !c || !d) return null;
      const meeting = meetingOf(a, b, d, c);
      if (!meeting) continue;
      const cost = Math.abs(cross(b, meeting, c));
      if (!best || cost < best.cost) best = { index, meeting, cost };
    }
    if (!best) return null;
    const removed = (best.index + 2) % points.length;
    points[(best.index + 1) % points.length] = best.meeting;
    points.splice(removed, 1);
  }
  return points.length === 4 ? points : null;
}

/** The point where the line from a beyond b meets that from d beyond c. */
function meetingOf(a: Point, b: Point, d: Point, c: Point): Point | null {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - d.x, c.y - d.y];
  const determinant = ux * vy - uy * vx;
  if (Math.abs(determinant) < 1e-6) return null;
  const t = ((d.x - a.x) * vy - (d.y - a.y) * vx) / determinant;
  const s = ((d.x - a.x) * uy - (d.y - a.y) * ux) / determinant;
  return t >= 1 && s >= 1 ? { x: a.x + ux * t, y: a.y + uy * t } : null;
}

function surface(points: readonly Point[]): number {
  return Math.abs(
    points.reduce((sum, a, index) => {
      const b = points[(index + 1) % points.length] ?? a;
      return sum + (a.x * b.y - b.x * a.y) / 2;
    }, 0),
  );
}

/** The corners in their order, which is clockwise on a screen, from the one closest to the upper left. */
function fromUpperLeft(points: readonly Point[]): Point[] {
  const sums = points.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return points.map((_, index) => points[(first + index) % points.length] ?? { x: 0, y: 0 });
}
