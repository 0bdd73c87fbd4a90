import { joinWords, type Line, type Word } from '@outlay/receipts';
import { openEngine, type Engine } from './engine';

export interface ReadLines {
  readonly lines: readonly Line[];
  /** In percent. */
  readonly confidence: number;
}

/** The engine that reads letters, in a worker of its own, which ends with the signal. */
export interface Letters {
  readonly read: (image: Blob) => Promise<ReadLines>;
  readonly close: () => void;
}

/** Words that the engine takes for noise, in percent. */
const NOISE = 25;
/** Most people attach the next receipt within a minute; the engine takes 100 MB until it ends. */
const IDLE_MS = 60_000;

let idle: Engine | null = null;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

export async function openLetters(signal: AbortSignal): Promise<Letters> {
  signal.throwIfAborted();
  const kept = takeIdle();
  const opening = kept ? Promise.resolve(kept) : openEngine();
  let isReading = false;
  let reject: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, refuse) => (reject = refuse));
  stopped.catch(() => undefined);
  const stop = () => {
    reject(signal.reason);
    // One that is stopped half-way would still be busy with the old picture. The timer lets it post the picture first: an
    // engine that ends before fails where nobody hears it.
    opening.then((worker) => setTimeout(() => void worker.terminate())).catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  const worker = await Promise.race([opening, stopped]);
  return {
    read: async (image) => {
      isReading = true;
      // The engine would take some time to read a file before it posts it.
      const bytes = new Uint8Array(await image.arrayBuffer());
      signal.throwIfAborted();
      const { data } = await Promise.race([recognize(worker, bytes), stopped]);
      isReading = false;
      return { lines: linesIn(data.tsv ?? ''), confidence: data.confidence };
    },
    close: () => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) return;
      // One that failed while it read is in doubt.
      if (isReading) void worker.terminate();
      else keep(worker);
    },
  };
}

function recognize(worker: Engine, bytes: Uint8Array) {
  // The types of the engine do not list the bytes that it takes. A table of words is a fraction of the engine's tree of
  // them, which the main thread would have to copy.
  return worker.recognize(bytes as unknown as Blob, {}, { tsv: true, text: false });
}

function keep(worker: Engine): void {
  // A hidden page keeps none, since a phone ends the pages that take much; nor does a second reading beside the first.
  if (idle || document.hidden) {
    void worker.terminate();
    return;
  }
  idle = worker;
  idleTimer = setTimeout(endIdle, IDLE_MS);
  document.addEventListener('visibilitychange', endIdle);
}

function takeIdle(): Engine | null {
  const worker = idle;
  idle = null;
  clearTimeout(idleTimer);
  document.removeEventListener('visibilitychange', endIdle);
  return worker;
}

function endIdle(): void {
  void takeIdle()?.terminate();
}

const WORD = '5';

/** The lines of a table of words: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function linesIn(table: string): Line[] {
  const lines = new Map<string, Word[]>();
  for (const row of table.split('\n')) {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== WORD || Number(confidence) < NOISE) continue;
    const key = [block, paragraph, line].join();
    const word = { text, x: Number(left), y: Number(top), width: Number(width), height: Number(height) };
    lines.set(key, [...(lines.get(key) ?? []), word]);
  }
  return [...lines.values()].map(joinWords);
}
