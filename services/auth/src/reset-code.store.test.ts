import { openDocuments } from '@outlay/documents';
import { SeededIds, tempFolder, TestClock } from '@outlay/testing';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import { ResetCodeStore } from './reset-code.store.js';

/** Below the messages, where no hashing keeps the rivals apart. */
describe('a reset code used at once on two instances', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  const connections: Connection[] = [];
  const stores: ResetCodeStore[] = [];
  beforeAll(async () => {
    folder = await tempFolder('reset-codes');
    const clock = new TestClock();
    for (const seed of ['one', 'two']) {
      const documents = await openDocuments({ file: join(folder.path, 'auth.db') });
      connections.push(documents);
      stores.push(await ResetCodeStore.open(documents, clock, new SeededIds(seed), 'secret'));
    }
  });
  afterAll(async () => {
    for (const connection of connections) await connection.destroy();
    await folder.remove();
  });

  const issue = async () => (await stores[0]?.issue('ann')) ?? '';
  const useAtOnce = (codes: readonly string[]) =>
    Promise.all(codes.map((code, n) => stores[n % stores.length]?.use('ann', code)));

  it('is used up by one of 20, in each of 20 races', async () => {
    for (let race = 0; race < 20; race += 1) {
      const code = await issue();
      const results = await useAtOnce(Array.from({ length: 20 }, () => code));
      expect(results.filter(Boolean)).toHaveLength(1);
    }
  });

  it('is dead for the right guess that comes along with many wrong ones', async () => {
    const code = await issue();
    const wrong = Array.from({ length: 20 }, (_, n) => `wrong-${n}`);
    expect((await useAtOnce([...wrong, code])).filter(Boolean)).toHaveLength(0);
  });
});
