import { openEventStore, type EventStore, type NewEvent, type RecordedEvent } from '@outlay/event-store';
import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import { join } from 'node:path';
import { requireChain, StreamBroken } from './chain.js';
import { CommandHandler, type TrailGuard } from './command-handler.js';
import { loadStream } from './stream-type.js';
import { DOOR } from './testing/door.js';

const context = { actor: null, correlationId: 'test' };

describe('a stream', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let store: EventStore;
  let events: RecordedEvent[];
  beforeEach(async () => {
    folder = await tempFolder('chain');
    store = await openEventStore({ file: join(folder.path, 'events.db') });
    const handler = new CommandHandler(DOOR, store, new TestClock(), new SeededIds());
    await handler.handle('d1', context, () => ({ type: 'Install' }));
    await handler.handle('d1', context, () => ({ type: 'Open' }));
    events = await store.readStream('door-d1');
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  const stored = (change: (events: RecordedEvent[]) => readonly RecordedEvent[]) => ({
    readStream: async () => [...change([...events])],
  });
  const replaced = (at: number, change: Partial<NewEvent>) =>
    stored((all) => all.map((event, revision) => (revision === at ? { ...event, ...change } : event)));
  const metadata = (at: number, change: object) => ({ metadata: { ...(events[at]?.metadata as object), ...change } });
  const finding = (source: Pick<EventStore, 'readStream'>) =>
    loadStream(DOOR, source, 'd1').then(
      () => null,
      (error: StreamBroken) => error.finding,
    );

  it('that is as it was appended is loaded with its last hash', async () => {
    const { headHash, ...loaded } = await loadStream(DOOR, store, 'd1');
    expect(loaded).toMatchObject({ revision: 2, state: { isOpen: true } });
    expect(requireChain('door-d1', events, { revision: 2, headHash })).toBe(headHash);
    expect(await loadStream(DOOR, store, 'none')).toMatchObject({ revision: -1, headHash: null });
  });

  it('is refused by name with the code for a broken trail', async () => {
    await expect(loadStream(DOOR, replaced(0, { data: { colour: 'red' } }), 'd1')).rejects.toMatchObject({
      code: 'TRAIL_BROKEN',
      details: { stream: 'door-d1', revision: 1 },
      message: expect.stringContaining('The trail of door-d1 is broken'),
    });
  });

  it('is refused if an event was altered, exchanged or removed', async () => {
    const unchained = 'revision 1 does not hold the hash of the event before it';
    expect(await finding(replaced(0, { data: { colour: 'red' } }))).toBe(unchained);
    expect(await finding(replaced(0, { id: 'another' }))).toBe(unchained);
    expect(await finding(replaced(0, metadata(0, { at: '2020-01-01T00:00:00.000Z' })))).toBe(unchained);
    expect(await finding(replaced(1, metadata(1, { previousHash: null })))).toBe(unchained);
    expect(await finding(stored(([first, , third]) => [first, third].flatMap((event) => event ?? [])))).toBe(
      'revision 1 is missing',
    );
    expect(await finding(stored((all) => all.slice(1)))).toBe('revision 0 is missing');
    expect(
      await finding(stored(([first, second, third]) => [first, third, second].flatMap((event) => event ?? []))),
    ).toBe('revision 1 is missing');
  });

  it('is refused if its last event is not the one that was seen before', () => {
    const known = (revision: number, headHash: string | null) => () =>
      requireChain('door-d1', events, { revision, headHash });
    expect(known(2, 'another')).toThrow('revision 2 was altered');
    expect(known(0, 'another')).toThrow('revision 0 was altered');
    expect(known(3, null)).toThrow('revision 3 and later ones are missing');
    expect(known(2, null)).not.toThrow();
    expect(() => requireChain('door-d1', [], { revision: 1, headHash: null })).toThrow('revision 0 and later ones');
  });

  it.each<[string, (at: number) => Partial<NewEvent>]>([
    ['cannot be read: This release knows no event of type DoorPainted', () => ({ type: 'DoorPainted' })],
    ['cannot be read: This release knows no event of type toString', () => ({ type: 'toString' })],
    ['cannot be read: DoorOpened has no version 0', (at) => metadata(at, { schemaVersion: 0 })],
    [
      'cannot be read: DoorOpened was written in version 2; this release reads up to 1',
      (at) => metadata(at, { schemaVersion: 2 }),
    ],
    ['has unreadable metadata', (at) => metadata(at, { actor: null })],
  ])('is refused if its last event %s', async (what, change) => {
    expect(await finding(replaced(2, change(2)))).toBe(`revision 2 ${what}`);
  });

  it('is refused if the data of an event is not what its type holds', async () => {
    const { previousHash } = events[0]?.metadata as { previousHash: null };
    const only = stored(([first]) => (first ? [{ ...first, data: { colour: 3 } }] : []));
    expect([previousHash, await finding(only)]).toEqual([null, 'revision 0 has unreadable data']);
  });

  it('that is broken is reported to the guard, and the command is not built', async () => {
    const reported: string[] = [];
    const guard: TrailGuard = {
      knownHead: async () => ({ revision: 2, headHash: 'another' }),
      streamBroken: async ({ stream, revision }) => void reported.push(`${stream}@${revision}`),
    };
    const handler = new CommandHandler(DOOR, store, new TestClock(), new SeededIds(), guard);
    const unexpected = () => {
      throw new Error('not expected');
    };
    await expect(handler.handle('d1', context, unexpected)).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    await expect(handler.load('d1')).rejects.toBeInstanceOf(StreamBroken);
    expect(reported).toEqual(['door-d1@2', 'door-d1@2']);
  });
});
