import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCompany } from './testing/company.js';
import { misjudged, PACK_SEED, writePacks } from './testing/pack-trial.js';
import { verifiedInNode } from './testing/verifiers.js';

const PACKS = 40;

it(`a verifier finds each of ${PACKS} packs that were altered in one place`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packs-'));
  const company = await startCompany();
  try {
    const done = await writePacks(company, folder, { packs: PACKS, claims: 6 });
    expect([PACK_SEED, misjudged(done, await verifiedInNode(folder, done.length))]).toEqual([PACK_SEED, []]);
  } finally {
    await company.close();
    await rm(folder, { recursive: true });
  }
});
