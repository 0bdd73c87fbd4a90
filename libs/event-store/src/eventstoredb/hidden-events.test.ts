import { deferred, anEvent, Inbox } from '../contract/fixtures.js';
import { withServer } from './testing/fixtures.js';

const given = withServer();
const NAME = 'expense-1';

async function follow() {
  const inbox = new Inbox();
  const caughtUp = deferred<void>();
  const handle = async (event: Parameters<Inbox['add']>[0]) => inbox.add(event);
  const named: string[] = [];
  const hidden = async (stream: string) => void named.push(stream);
  given.store.subscribe({ prefixes: ['expense-'], after: null, handle, hidden, caughtUp: caughtUp.resolve });
  await caughtUp.promise;
  return Object.assign(inbox, { named });
}

const revisions = async () => (await given.store.readStream(NAME)).map(({ revision }) => revision);
const readAll = (withSystemEvents: boolean, prefixes = ['expense-']) =>
  given.store.readAll({ prefixes, after: null, limit: 100, withSystemEvents });

describe('a stream of which an operator has', () => {
  beforeEach(async () => {
    await given.store.append(NAME, [1, 2, 3].map(anEvent), 'no-stream');
  });

  test('deleted everything for good reads as empty; its end is shown to nobody but a verification', async () => {
    const early = await follow();
    given.server.log.tombstone(NAME);
    await given.store.append('expense-2', [anEvent(4)], 'no-stream');
    await early.received(4);
    const late = await follow();
    for (const { events, named } of [early, late]) {
      expect(events.map(({ data }) => data)).toEqual([1, 2, 3, 4]);
      expect(named).toEqual([NAME]);
    }
    expect(await revisions()).toEqual([]);
    expect(await readAll(false)).toHaveLength(4);
    expect((await readAll(true)).map(({ type }) => type)).toContain('$streamDeleted');
    await expect(given.store.append(NAME, [anEvent(5)], 2)).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
  });

  test.each([
    ['deleted everything for now', () => given.server.log.softDelete(NAME), []],
    ['truncated everything', () => given.server.log.setMetadata(NAME, '{"$tb":3}'), []],
    ['truncated the beginning', () => given.server.log.setMetadata(NAME, '{"$tb":1}'), [1, 2]],
    ['kept the last event only', () => given.server.log.setMetadata(NAME, '{"$maxCount":1}'), [2]],
    ['kept what is of no age', () => given.server.log.setMetadata(NAME, '{"$maxAge":-1}'), []],
  ])('%s reads as what is left, is followed whole, and is named when it happens', async (_, hide, left) => {
    const early = await follow();
    const stored = await given.store.readStream(NAME);
    hide();
    expect(await revisions()).toEqual(left);
    const late = await follow();
    await given.store.append('expense-2', [anEvent(4)], 'no-stream');
    await early.received(4);
    expect(late.events.slice(0, 3).map(({ data }) => data)).toEqual([1, 2, 3]);
    for (const { named } of [early, late]) expect(named).toEqual([NAME]);
    for (const event of stored) expect(await given.store.eventAt(event.position)).toEqual(event);
    expect(await readAll(false)).toHaveLength(4);
    expect(await readAll(true, ['$$expense-'])).toMatchObject([{ type: '$metadata', stream: '$$expense-1' }]);
  });
});
