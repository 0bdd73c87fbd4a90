import { parseOptions } from '@node-rs/argon2';
import { SeededIds } from '@outlay/testing';
import { PasswordHasher } from './password-hasher.js';

describe('the password hasher', () => {
  let hasher: PasswordHasher;
  beforeAll(async () => {
    hasher = await PasswordHasher.create(new SeededIds());
  });

  it('hashes with argon2id, 46 MiB, one pass and a new salt each time', async () => {
    const [one, two] = await Promise.all([hasher.hash('Correct-Horse-1'), hasher.hash('Correct-Horse-1')]);
    expect(one).toMatch(/^\$argon2id\$/);
    expect(parseOptions(one)).toMatchObject({ memoryCost: 47_104, timeCost: 1, parallelism: 1, saltLen: 16 });
    expect(one).not.toBe(two);
    await expect(hasher.verify(one, 'Correct-Horse-1')).resolves.toBe(true);
    await expect(hasher.verify(one, 'Correct-Horse-2')).resolves.toBe(false);
  });

  it('accepts both Unicode forms of an accented password', async () => {
    const composed = await hasher.hash('Caf\u00e9-au-lait-1');
    await expect(hasher.verify(composed, 'Cafe\u0301-au-lait-1')).resolves.toBe(true);
  });

  it('takes as long without a stored hash as with one', async () => {
    const hashed = await hasher.hash('Correct-Horse-1');
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      times.known.push(await timed(() => hasher.verify(hashed, 'wrong')));
      times.unknown.push(await timed(() => hasher.verify(undefined, 'wrong')));
    }
    // Wide enough for a busy machine; without the dummy hash the ratio is below 0.05.
    expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.5);
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
