import { SeededRandom } from '@outlay/seed';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCompany } from './testing/company.js';
import { FORGERIES, headerBits } from './testing/forged-packs.js';
import { PACK_SEED } from './testing/pack-trial.js';
import { filesOf, makeHistory, packOf, unpack } from './testing/proof-packs.js';
import { verifiedInNode } from './testing/verifiers.js';

const BITS = 200;

describe('a forged proof pack', () => {
  let folder: string;
  let texts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forged-packs-'));
    const company = await startCompany();
    try {
      const { payment } = await makeHistory(company);
      const zip = await packOf(company, { payment }, `payment-${payment}`, 1);
      const files = await filesOf(zip);
      await unpack(files, folder);
      const packs = new Map<string, Buffer>([['as it is', zip]]);
      for (const [what, forge] of Object.entries(FORGERIES)) {
        const forged = await forge(files, zip);
        if (forged.equals(zip)) throw new Error(`Nothing was forged: ${what}`);
        packs.set(what, forged);
      }
      headerBits(zip, BITS, new SeededRandom(PACK_SEED)).forEach((bytes, n) =>
        packs.set(`bit ${n} of a header`, bytes),
      );
      for (const [n, bytes] of [...packs.values()].entries()) await writeFile(join(folder, `${n}.zip`), bytes);
      const verified = await verifiedInNode(folder, packs.size);
      texts = new Map([...packs.keys()].map((what, n) => [what, verified[n] ?? '']));
    } finally {
      await company.close();
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('passes if it is unaltered', () => {
    expect(texts.get('as it is')).toMatch(/^PASS: /);
  });

  it.each(Object.keys(FORGERIES))('is found: %s', (what) => {
    expect(texts.get(what)).toMatch(/^FAIL: [ -~]+$/);
  });

  it(`is found by each of ${BITS} bits of the zip's records (PACK_SEED=${PACK_SEED})`, () => {
    expect([...texts].filter(([what, text]) => what.startsWith('bit ') && !text.startsWith('FAIL: '))).toEqual([]);
  });
});
