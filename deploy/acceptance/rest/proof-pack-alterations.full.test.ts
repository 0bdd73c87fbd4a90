import { chromiumPath } from '@outlay/harness';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnCompany } from './testing/company.js';
import { misjudged, PACK_SEED, writePacks } from './testing/pack-trial.js';
import { verifiedInBrowser, verifiedInNode } from './testing/verifiers.js';

/** `PACKS=500` takes Chromium three minutes or more. */
const PACKS = Number(process.env.PACKS ?? 50);

describe(`of ${PACKS} random packs as they are and altered in one place (PACK_SEED=${PACK_SEED})`, () => {
  let folder: string;
  let done: (string | null)[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packs-'));
    const company = await startOwnCompany();
    try {
      done = await writePacks(company, folder, { packs: PACKS, claims: 40 });
    } finally {
      await company.close();
    }
  }, 900_000);
  afterAll(() => rm(folder, { recursive: true }));

  it('the verifier in Node tells which', async () => {
    expect(misjudged(done, await verifiedInNode(folder, done.length))).toEqual([]);
  }, 300_000);

  (chromiumPath ? it : it.skip)(
    'the same code in Chromium tells which',
    async () => {
      expect(misjudged(done, await verifiedInBrowser(folder, done.length))).toEqual([]);
    },
    900_000,
  );
});
