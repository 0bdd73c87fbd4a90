import { parseOptions } from '@node-rs/argon2';
import { SeededIds } from '@outlay/testing';
import { PasswordHasher } from './password-hasher.js';

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

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

  it('takes the salt from its source of random bytes', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => PasswordHasher.create(new SeededIds('salt'), CHEAP)));
    expect(await one?.hash('Correct-Horse-1')).toBe(await two?.hash('Correct-Horse-1'));
  });

  it('runs two hashes at a time and queues 200', async () => {
    const cheap = await PasswordHasher.create(new SeededIds(), CHEAP);
    const results = await Promise.allSettled(Array.from({ length: 203 }, () => cheap.hash('Correct-Horse-1')));
    expect(results.flatMap((result, n) => (result.status === 'rejected' ? [[n, result.reason.code]] : []))).toEqual([
      [202, 'SERVICE_UNAVAILABLE'],
    ]);
  });

  it('verifies nothing without a stored hash, not even the password of the hash that is computed instead', async () => {
    const seeded = await PasswordHasher.create(new SeededIds('dummy'), CHEAP);
    const dummy = new SeededIds('dummy').bytes(32).toString('base64');
    await expect(seeded.verify(undefined, dummy)).resolves.toBe(false);
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
    // Other work can only prolong a call, so the fastest ones tell. Without the dummy hash the ratio is below 0.05.
    expect(Math.min(...times.unknown) / Math.min(...times.known)).toBeGreaterThan(0.5);
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
