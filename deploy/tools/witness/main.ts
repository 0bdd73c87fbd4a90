import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDataFolder, runMain, secretFile } from '@outlay/composition';
import { systemClock, systemIds } from '@outlay/time';
import { cosignerKey, openCosignerKey, openPublicKey, type Cosigner } from '@outlay/transparency-log';
import { HeadFiles } from './head-files.js';
import { createWitnessServer } from './witness-server.js';
import { Witness } from './witness.js';

const USAGE =
  'npm run witness -- --log <key of a log, from GET /api/audit/key> [--log …] [--folder ./witness] ' +
  '[--host 127.0.0.1] [--port 4700]';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      log: { type: 'string', multiple: true },
      folder: { type: 'string', default: './witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '4700' },
    },
  });
  const { log: keys = [], folder, host, port } = values;
  if (keys.length === 0) throw new Error(USAGE);
  const logs = keys.map((key) => openPublicKey(key.trim()));
  const lock = await lockDataFolder(folder);
  const cosigner = await readCosigner(folder);
  const witness = new Witness(cosigner, logs, new HeadFiles(folder), systemClock);
  const server = createWitnessServer(witness, (error) => console.error(error));
  server.listen(Number(port), host);
  await once(server, 'listening');
  console.log(`This witness cosigns for ${logs.map(({ name }) => name).join(', ')}, and keeps its heads in ${folder}.`);
  console.log(`Setting of the product: WITNESS_URLS="${cosigner.publicKey} http://${host}:${port}"`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close(() => lock.release());
      server.closeIdleConnections();
    });
}

/** Its key and name come from a secret, which is made at the first start. */
async function readCosigner(folder: string): Promise<Cosigner> {
  const secret = (await secretFile(join(folder, 'key'), systemIds)).trim();
  const derive = (use: string) => createHash('sha256').update(`outlay witness ${use}\n${secret}`).digest();
  const name = `outlay-witness-${derive('name').toString('hex').slice(0, 12)}`;
  return openCosignerKey(cosignerKey(name, derive('key')));
}

runMain(main);
