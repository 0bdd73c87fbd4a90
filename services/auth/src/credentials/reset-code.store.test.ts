import { openDocuments } from '@outlay/documents';
import { SeededIds, tempFolder, TestClock } from '@outlay/testing';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import { ResetCodeStore } from './reset-code.store.js';

/** Tests the store directly, because password hashing would serialise concurrent requests. */
describe('a reset code redeemed concurrently on two instances', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let connections: Connection[];
  let stores: ResetCodeStore[];
  beforeAll(async () => {
    [connections, stores] = [[], []];
    folder = await tempFolder('reset-codes');
    const clock = new TestClock();
    for (const seed of ['one', 'two']) {
      const documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
      connections.push(documents);
      stores.push(await ResetCodeStore.open(documents, clock, new SeededIds(seed), ['secret']));
    }
  });
  afterAll(async () => {
    for (const connection of connections) await connection.destroy();
    await folder.remove();
  });

  const issue = async () => (await stores[0]?.issue('ann')) ?? '';
  const redeemAll = (codes: readonly string[]) =>
    Promise.all(codes.map((code, n) => stores[n % stores.length]?.redeem('ann', code)));

  it('is redeemed by one of 20, in each of 20 races', async () => {
    for (let race = 0; race < 20; race += 1) {
      const code = await issue();
      const results = await redeemAll(Array.from({ length: 20 }, () => code));
      expect(results.filter(Boolean)).toHaveLength(1);
    }
  });

  it('stays valid when the code of another user is redeemed or revoked', async () => {
    const [store] = stores;
    const code = await issue();
    await store?.redeem('bob', (await store?.issue('bob')) ?? '');
    await store?.issue('bob');
    await store?.revoke('bob');
    await expect(store?.redeem('ann', code)).resolves.toBe('2026-06-15T11:00:00.000Z');
  });

  it('is not redeemed by a right guess after 20 wrong ones', async () => {
    const code = await issue();
    const wrong = Array.from({ length: 20 }, (_, n) => `wrong-${n}`);
    expect((await redeemAll([...wrong, code])).filter(Boolean)).toHaveLength(0);
  });

  it('is redeemed after the secret has changed, as long as the old one is accepted', async () => {
    const [documents] = connections;
    if (!documents) throw new Error('There is no store');
    const open = (...secrets: [string, ...string[]]) =>
      ResetCodeStore.open(documents, new TestClock(), new SeededIds('changing'), secrets);
    const code = await issue();
    expect(await (await open('new')).redeem('ann', code)).toBeNull();
    expect(await (await open('new', 'secret')).redeem('ann', code)).not.toBeNull();
  });
});
