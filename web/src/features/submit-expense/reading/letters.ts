import { joinWords, type Line, type Word } from '@outlay/receipts';
import dataUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import coreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url';
import workerUrl from 'tesseract.js/dist/worker.min.js?url';
import { createWorker, OEM, PSM, type Worker as Engine } from 'tesseract.js';

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

export async function openLetters(signal: AbortSignal): Promise<Letters> {
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  stopped.catch(() => undefined);
  const opening = open();
  signal.addEventListener('abort', () => void opening.then((worker) => worker.terminate()), { once: true });
  const worker = await Promise.race([opening, stopped]);
  return {
    read: async (image) => {
      // A table of words is a fraction of the engine's tree of them, which the main thread would have to copy.
      const { data } = await Promise.race([worker.recognize(image, {}, { tsv: true, text: false }), stopped]);
      return { lines: linesIn(data.tsv ?? ''), confidence: data.confidence };
    },
    close: () => void worker.terminate(),
  };
}

async function open(): Promise<Engine> {
  const atHome = (url: string) => new URL(url, location.href).href;
  // English letters are those of the other languages, whose accents are not compared.
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    // Each of these defaults to a foreign host or to a script that the policy of the page refuses.
    workerPath: atHome(workerUrl),
    corePath: atHome(coreUrl),
    langPath: atHome(dataUrl).replace(/\/[^/]*$/, ''),
    workerBlobURL: false,
    cacheMethod: 'none',
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK });
  return worker;
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
