import { eventMetadata, type MessageContext } from '@outlay/contracts';
import { WrongExpectedRevision, eventHash, type EventStore } from '@outlay/event-store';
import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import { aCommand } from '../testing/builders.js';
import { openTestEventStore } from '../testing/test-event-store.js';
import { CommandHandler } from './command-handler.js';
import { EXPENSE, loadStream } from './load-stream.js';
import { EXPENSE_PREFIX } from './stored-events.js';

const context: MessageContext = { actor: null, correlationId: 'test' };
const boss: MessageContext = {
  actor: { id: 'boss', email: 'boss@example.org', name: 'Boss', role: 'super_admin', reimbursementCurrency: 'EUR' },
  correlationId: 'review',
};

describe('the command handler', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let store: EventStore;
  let handler: CommandHandler<
    typeof EXPENSE.initial,
    Parameters<typeof EXPENSE.decide>[0],
    { type: string; data: unknown }
  >;
  beforeEach(async () => {
    folder = await tempFolder('handler');
    store = await openTestEventStore(folder.path);
    handler = new CommandHandler(EXPENSE, store, new TestClock('2026-06-15T10:00:00.000Z'), new SeededIds());
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });
  const stored = () => store.readStream(`${EXPENSE_PREFIX}e1`);
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
    await handler.handle('e1', context, () => aCommand.create(), { requestHash: 'the-hash' });
    await handler.handle('e1', boss, () => aCommand.approve());
    const events = await stored();
    const at = '2026-06-15T10:00:00.000Z';
    const common = { schemaVersion: 1, at, causationId: null };
    const system = { id: 'system', email: 'system', role: 'system' };
    const hashes = events.map(eventHash);
    expect(events.map(({ type }) => type)).toEqual(['ExpenseSubmitted', 'ReceiptAttached', 'ExpenseApproved']);
    expect(events.map(({ metadata }) => eventMetadata.parse(metadata))).toEqual([
      { ...common, correlationId: 'test', actor: system, previousHash: null, requestHash: 'the-hash' },
      { ...common, correlationId: 'test', actor: system, previousHash: hashes[0] },
      {
        ...common,
        correlationId: 'review',
        actor: { id: 'boss', email: 'boss@example.org', role: 'super_admin' },
        previousHash: hashes[1],
      },
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  it('returns the stream as it is stored', async () => {
    const created = await handler.handle('e1', context, () => aCommand.create());
    expect(created).toEqual({ ...(await loadStream(EXPENSE, store, 'e1')), hasChanged: true });
    expect(created).toMatchObject({ id: 'e1', revision: 1, state: { status: 'submitted' } });
    const approved = await handler.handle('e1', context, () => aCommand.approve());
    expect(approved).toEqual({ ...(await loadStream(EXPENSE, store, 'e1')), hasChanged: true });
    expect(approved).toMatchObject({ revision: 2, state: { status: 'approved' } });
  });

  it('appends nothing for a repeated command or without a command', async () => {
    await handler.handle('e1', context, () => aCommand.create());
    const repeated = await handler.handle('e1', context, () => aCommand.create());
    expect(repeated).toMatchObject({ revision: 1, hasChanged: false });
    expect(await handler.handle('e1', context, () => null)).toEqual(repeated);
    expect(await stored()).toHaveLength(2);
  });

  it('appends nothing for a refused command', async () => {
    await expect(handler.handle('e1', context, () => aCommand.approve())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stored()).toEqual([]);
  });

  it('builds the command again after a version conflict, six times at most', async () => {
    let built = 0;
    const command = () => {
      built += 1;
      return aCommand.create();
    };
    failAppends(5);
    await expect(handler.handle('e1', context, command)).resolves.toMatchObject({ revision: 1 });
    expect(built).toBe(6);

    failAppends(6);
    built = 0;
    await expect(handler.handle('e2', context, command)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      message: 'This expense is being changed by others. Please try again.',
    });
    expect(built).toBe(6);
  });

  it('passes on other errors of the append at once', async () => {
    let appends = 0;
    store.append = async () => {
      appends += 1;
      throw new Error('disk full');
    };
    await expect(handler.handle('e1', context, () => aCommand.create())).rejects.toThrow('disk full');
    expect(appends).toBe(1);
  });

  it('decides again until the hook before the append agrees', async () => {
    const agreed = [false, true];
    let built = 0;
    const command = () => {
      built += 1;
      return aCommand.create();
    };
    const beforeAppend = async () => {
      expect(await stored()).toEqual([]);
      return agreed.shift() ?? true;
    };
    await handler.handle('e1', context, command, { beforeAppend });
    expect(built).toBe(2);
    expect(await stored()).toHaveLength(2);
  });

  it('calls the hook before the append only if there are events', async () => {
    await handler.handle('e1', context, () => aCommand.create());
    const beforeAppend = async () => {
      throw new Error('not expected');
    };
    await expect(handler.handle('e1', context, () => aCommand.create(), { beforeAppend })).resolves.toBeDefined();
  });

  it('numbers the ids of the events', async () => {
    const eventId = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;
    await handler.handle('e1', context, () => aCommand.create(), { eventId });
    expect((await stored()).map(({ id }) => id)).toEqual([eventId(0), eventId(1)]);
  });
});
