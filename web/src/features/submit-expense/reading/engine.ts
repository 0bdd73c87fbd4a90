import dataUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import coreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url';
import workerUrl from 'tesseract.js/dist/worker.min.js?url';
import { createWorker, OEM, PSM, type Worker as Engine } from 'tesseract.js';

export type { Engine };

/** Starts Tesseract, in a worker of its own. */
export async function openEngine(): Promise<Engine> {
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
