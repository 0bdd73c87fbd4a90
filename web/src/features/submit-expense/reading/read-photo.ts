import { combined, readFiscalCode, readText, type ReceiptReading } from '@outlay/receipts';
import { openLetters, type Letters, type ReadLines } from './letters';
import { openPhoto, type Photo } from './photo';

/** A reading, and whether the picture is too dark or too blurred for more. */
export interface PhotoReading {
  readonly reading: ReceiptReading;
  readonly problem?: 'dark' | 'blurred';
}

/** The time after which reading ends without an answer; a slow phone takes 8 seconds. */
const BUDGET_MS = 25_000;
/** Letters of a lower confidence, in percent, are read once more another way. */
const GOOD = 60;
/** The light of paper in a dark room, of 255, and the steepest edges of letters that have run together, of 1. */
const DARK = 70;
const BLURRED = 0.25;

/** Reads a picture: its fiscal code, and by its letters what the code does not state. */
export async function readPhoto(
  picture: Blob | ImageBitmap,
  today: string,
  signal: AbortSignal,
): Promise<PhotoReading> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)]);
  const photo = openPhoto(inTime);
  // The engine starts while the picture is opened and prepared.
  const letters = openLetters(inTime);
  letters.catch(() => undefined);
  try {
    const { codes, light, sharpness } = await photo.open(picture);
    const code = codes.map(readFiscalCode).find((reading) => reading !== undefined);
    const flaw = light < DARK ? 'dark' : sharpness < BLURRED ? 'blurred' : undefined;
    // Noise takes the engine long, and another photo is asked for sooner than it is read every way.
    const ways = flaw ? 1 : WAYS.length;
    // An engine that cannot be loaded, or takes too long, leaves its fields empty.
    const read = await letters
      .then((engine) => bestLines(photo, engine, ways))
      .catch(() => ({ lines: [], confidence: 0 }));
    signal.throwIfAborted();
    const text = readText(read.lines, { source: 'photo', today });
    // The noise of a bad photo is read as letters, at times with confidence.
    const isUnread = !code && !text.total;
    return { reading: code ? combined(text, code) : text, problem: isUnread ? flaw : undefined };
  } finally {
    photo.close();
    letters.then(
      (engine) => engine.close(),
      () => undefined,
    );
  }
}

const WAYS = [
  { useOutline: true, turn: 0 },
  { useOutline: false, turn: 0 },
  { useOutline: true, turn: 90 },
  { useOutline: true, turn: 270 },
] as const;

/** The lines of the first way to prepare the picture that reads well, or else of the best one of so many. */
async function bestLines(photo: Photo, letters: Letters, ways: number): Promise<ReadLines> {
  let best: ReadLines = { lines: [], confidence: 0 };
  for (const way of WAYS.slice(0, ways)) {
    // A later one may take too long; what was read before stays.
    const read = await photo
      .prepare(way)
      .then((image) => letters.read(image))
      .catch((error: unknown) => {
        if (best.lines.length === 0) throw error;
        return null;
      });
    if (read === null) break;
    if (read.confidence > best.confidence) best = read;
    if (best.confidence >= GOOD) break;
  }
  return best;
}
