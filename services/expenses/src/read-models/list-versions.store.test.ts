import { jest } from '@jest/globals';
import type { mongo } from 'mongoose';
import { openTestStreams } from '../testing/test-streams.js';
import { ListVersionsStore } from './list-versions.store.js';

it('the version of a list differs from that of the same list in a read model that was made again', async () => {
  const [before, after] = [await openTestStreams(), await openTestStreams()];
  const versions = [before, after].map(({ documents }) => new ListVersionsStore(documents));
  for (const store of versions) await store.raise('anna');
  const [first, second] = await Promise.all(versions.map((store) => store.current('anna')));
  expect(first).not.toBe(second);
  expect(await new ListVersionsStore(before.documents).current('anna')).toBe(first);
  await Promise.all([before.close(), after.close()]);
});

it('one write raises the versions of all who ask in one turn', async () => {
  const { documents, close } = await openTestStreams();
  const store = new ListVersionsStore(documents);
  const scopes = ['anna', 'ben', null];
  const versions = () => Promise.all(scopes.map((scope) => store.current(scope)));
  await store.raiseAll(['anna', 'ben']);
  const before = await versions();
  const driver = Object.getPrototypeOf(documents.db?.collection('list_versions')) as mongo.Collection;
  const writes = jest.spyOn(driver, 'bulkWrite');
  await Promise.all([store.raise('anna'), store.raise('ben'), store.raise(null)]);
  expect(writes).toHaveBeenCalledTimes(1);
  writes.mockRestore();
  expect((await versions()).map((version, at) => version !== before[at])).toEqual([true, true, true]);
  await close();
});
