import { eventMetadata, type MessageContext } from '@outlay/contracts';
import { WrongExpectedRevision, eventHash, openEventStore, type EventStore } from '@outlay/event-store';
import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import { join } from 'node:path';
import { CommandHandler } from './command-handler.js';
import { loadStream } from './stream-type.js';
import { DOOR, type DoorCommand, type DoorEvent } from './testing/door.js';

const context: MessageContext = { actor: null, correlationId: 'test' };
const INSTALL: DoorCommand = { type: 'Install' };
const OPEN: DoorCommand = { type: 'Open' };
const boss: MessageContext = {
  actor: { id: 'boss', email: 'boss@example.org', name: 'Boss', role: 'super_admin', reimbursementCurrency: 'EUR' },
  correlationId: 'review',
};

describe('the command handler', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let store: EventStore;
  let handler: CommandHandler<typeof DOOR.initial, DoorCommand, DoorEvent>;
  beforeEach(async () => {
    folder = await tempFolder('handler');
    store = await openEventStore({ file: join(folder.path, 'events.db') });
    handler = new CommandHandler(DOOR, store, new TestClock('2026-06-15T10:00:00.000Z'), new SeededIds());
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });
  const stored = () => store.readStream('door-d1');
  const failAppends = (times: number) => {
    const append = store.append.bind(store);
    let failures = 0;
    store.append = async (stream, events, expected) => {
      failures += 1;
      if (failures <= times) throw new WrongExpectedRevision(stream, expected, 'no-stream');
      return append(stream, events, expected);
    };
  };

  it('stores events in envelopes that form a hash chain', async () => {
    await handler.handle('d1', context, () => INSTALL, { requestHash: 'the-hash' });
    await handler.handle('d1', boss, () => OPEN);
    const events = await stored();
    const at = '2026-06-15T10:00:00.000Z';
    const common = { at, causationId: null };
    const system = { id: 'system', email: 'system', role: 'system' };
    const hashes = events.map(eventHash);
    expect(events.map(({ type }) => type)).toEqual(['DoorInstalled', 'DoorLabelled', 'DoorOpened']);
    expect(events.map(({ metadata }) => eventMetadata.parse(metadata))).toEqual([
      {
        ...common,
        schemaVersion: 1,
        correlationId: 'test',
        actor: system,
        previousHash: null,
        requestHash: 'the-hash',
      },
      { ...common, schemaVersion: 3, correlationId: 'test', actor: system, previousHash: hashes[0] },
      {
        ...common,
        schemaVersion: 1,
        correlationId: 'review',
        actor: { id: 'boss', email: 'boss@example.org', role: 'super_admin' },
        previousHash: hashes[1],
      },
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  it('returns the stream as it is stored', async () => {
    const installed = await handler.handle('d1', context, () => INSTALL);
    expect(installed).toEqual({ ...(await loadStream(DOOR, store, 'd1')), hasChanged: true });
    expect(installed).toMatchObject({ id: 'd1', revision: 1, state: { isOpen: false } });
    const opened = await handler.handle('d1', context, () => OPEN);
    expect(opened).toEqual({ ...(await loadStream(DOOR, store, 'd1')), hasChanged: true });
    expect(opened).toMatchObject({ revision: 2, state: { isOpen: true } });
  });

  it('appends nothing for a repeated command or without a command', async () => {
    await handler.handle('d1', context, () => INSTALL);
    const repeated = await handler.handle('d1', context, () => INSTALL);
    expect(repeated).toMatchObject({ revision: 1, hasChanged: false });
    expect(await handler.handle('d1', context, () => null)).toEqual(repeated);
    expect(await stored()).toHaveLength(2);
  });

  it('appends nothing for a refused command', async () => {
    await expect(handler.handle('d1', context, () => OPEN)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stored()).toEqual([]);
  });

  it('builds the command again after a version conflict, six times at most', async () => {
    let built = 0;
    const command = () => {
      built += 1;
      return INSTALL;
    };
    failAppends(5);
    await expect(handler.handle('d1', context, command)).resolves.toMatchObject({ revision: 1 });
    expect(built).toBe(6);

    failAppends(6);
    built = 0;
    await expect(handler.handle('d2', context, command)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      message: 'This door is being changed by others. Please try again.',
    });
    expect(built).toBe(6);
  });

  it('passes on other errors of the append at once', async () => {
    let appends = 0;
    store.append = async () => {
      appends += 1;
      throw new Error('disk full');
    };
    await expect(handler.handle('d1', context, () => INSTALL)).rejects.toThrow('disk full');
    expect(appends).toBe(1);
  });

  it('decides again until the hook before the append agrees', async () => {
    const agreed = [false, true];
    let built = 0;
    const command = () => {
      built += 1;
      return INSTALL;
    };
    const beforeAppend = async () => {
      expect(await stored()).toEqual([]);
      return agreed.shift() ?? true;
    };
    await handler.handle('d1', context, command, { beforeAppend });
    expect(built).toBe(2);
    expect(await stored()).toHaveLength(2);
  });

  it('calls the hook before the append only if there are events', async () => {
    await handler.handle('d1', context, () => INSTALL);
    const beforeAppend = async () => {
      throw new Error('not expected');
    };
    await expect(handler.handle('d1', context, () => INSTALL, { beforeAppend })).resolves.toBeDefined();
  });

  it('numbers the ids of the events', async () => {
    const eventId = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;
    await handler.handle('d1', context, () => INSTALL, { eventId });
    expect((await stored()).map(({ id }) => id)).toEqual([eventId(0), eventId(1)]);
  });
});
