import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { SeededRandom } from '@outlay/seed';
import { createStandalone } from '@outlay/standalone';
import { eventually } from '@outlay/testing/eventually';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { alterOneFile, type AlteredFile } from './file-alterations.js';
import { fillInstallation, lossOf, readInstallation, type InstallationState } from './installation-state.js';
import { withInstallation } from './installation.js';

const TRIALS = 200;
const READY_MS = 30_000;
const WAY_OUT = /restore|put back|delete it/i;

export const storesTogether: Check = {
  number: 18,
  name: 'stores that do not belong together never start as ready',
  fullScale: TRIALS,
  run: async (context, scale) => {
    const root = await mkdtemp(join(tmpdir(), 'outlay-stores-'));
    try {
      const [killed, stopped] = [join(root, 'killed'), join(root, 'stopped')];
      const [other, altered] = [join(root, 'other'), join(root, 'altered')];
      const state = await copyRunning(killed);
      await copyRunning(other);
      await cp(killed, stopped, { recursive: true });
      await (await start(stopped)).close();

      const trials = countAt(TRIALS, scale);
      const tally = new Tally(context, trials);
      const random = new SeededRandom(`stores ${context.seed}`);
      let refusals = 0;
      for (let index = 0; index < trials; index += 1) {
        await cp(index % 2 === 0 ? killed : stopped, altered, { recursive: true });
        const file = await alterOneFile(altered, other, index >> 1, random);
        const { isRefused, problem } = await startOn(altered, state, file);
        if (isRefused) refusals += 1;
        tally.add(problem && `${file.what} after it was ${index % 2 === 0 ? 'killed' : 'stopped'}: ${problem}`);
        await rm(altered, { recursive: true });
      }
      tally.note(`${refusals} starts were refused; the others served all that was there before, or refused the file.`);
      return tally.outcome();
    } finally {
      await rm(root, { recursive: true });
    }
  },
};

/** Copies the files as a kill would leave them, with the logs of the databases; blobs half written may be gone by then. */
function copyRunning(folder: string): Promise<InstallationState> {
  return withInstallation(async (installation) => {
    await fillInstallation(installation);
    const state = await readInstallation(installation.origin);
    const isFinished = (path: string) => basename(dirname(path)) !== '~unfinished';
    await cp(installation.dataDir, folder, { recursive: true, filter: isFinished });
    return state;
  });
}

function start(dataDir: string) {
  return createStandalone({ dataDir, webRoot: null, logger: ['fatal'] });
}

async function startOn(
  folder: string,
  before: InstallationState,
  { path }: AlteredFile,
): Promise<{ isRefused: boolean; problem: string | null }> {
  const product = await start(folder).catch(messageOf);
  if (typeof product === 'string') {
    const isHelpful = product.includes(folder) && WAY_OUT.test(product);
    return { isRefused: true, problem: isHelpful ? null : `refused without a file or a way out: ${product}` };
  }
  try {
    await product.gateway.listen(0, '127.0.0.1');
    await eventually(() => Object.values(product.isReady()).every(Boolean), READY_MS);
    const after = await readInstallation(await product.gateway.getUrl());
    return { isRefused: false, problem: lossOf(before, after, path.startsWith('blobs')) };
  } catch (error) {
    return { isRefused: false, problem: messageOf(error) };
  } finally {
    // Closing would wait for idle connections.
    product.gateway.getHttpServer().closeAllConnections();
    await product.close();
  }
}
