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
