import { parseOptions } from '@node-rs/argon2';
import { SeededIds } from '@outlay/testing';
import { PasswordHasher } from './password-hasher.js';

describe('the password hasher', () => {
  let hasher: PasswordHasher;
  beforeAll(async () => {
    hasher = await PasswordHasher.create(new SeededIds());
  });

  it('hashes by argon2id with 46 MiB and one pass, each time with another salt', async () => {
    const [one, two] = await Promise.all([hasher.hash('Correct-Horse-1'), hasher.hash('Correct-Horse-1')]);
    expect(one).toMatch(/^\$argon2id\$/);
    expect(parseOptions(one)).toMatchObject({ memoryCost: 47_104, timeCost: 1, parallelism: 1, saltLen: 16 });
    expect(one).not.toBe(two);
    await expect(hasher.verify(one, 'Correct-Horse-1')).resolves.toBe(true);
    await expect(hasher.verify(one, 'Correct-Horse-2')).resolves.toBe(false);
  });

  it('knows a password however its accents are written', async () => {
    const composed = await hasher.hash('Caf\u00e9-au-lait-1');
    await expect(hasher.verify(composed, 'Cafe\u0301-au-lait-1')).resolves.toBe(true);
  });

  it('takes as long for nobody as for somebody', async () => {
    const hashed = await hasher.hash('Correct-Horse-1');
    const times = { somebody: [] as number[], nobody: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      times.somebody.push(await timed(() => hasher.verify(hashed, 'wrong')));
      times.nobody.push(await timed(() => hasher.verify(undefined, 'wrong')));
    }
    // Wide, for a busy machine; without the decoy the ratio is below 0.05.
    expect(median(times.nobody) / median(times.somebody)).toBeGreaterThan(0.5);
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
