import { join } from 'node:path';
import { openDocuments } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { advance, emptyStream, loadStream } from '@outlay/event-sourcing';
import { systemIds } from '@outlay/time';
import { TestClock, tempFolder } from '@outlay/testing';
import { openTestEventStore } from '@outlay/event-store/contract';
import { expenseModel, toRow, type ExpenseRow } from '../read-models/expense.model.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { EXPENSE, EXPENSE_PREFIX } from '../stream/stream-types.js';
import { aCommand } from '../testing/builders.js';
import { ExpenseProjection } from './expense.projection.js';

const context = { actor: null, correlationId: 'test' };

describe('the projection of expenses', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let store: EventStore;
  let events: RecordedEvent[];
  beforeEach(async () => {
    folder = await tempFolder('projection');
    documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    store = await openTestEventStore(folder.path);
    const listener = { stateChanged: async () => undefined };
    const streams = new ExpenseStream(store, listener, new TestClock(), systemIds);
    for (const id of ['one', 'two', 'three']) await streams.execute(id, context, () => aCommand.create());
    await streams.execute('one', context, () => aCommand.approve());
    await streams.execute('two', context, () => aCommand.reject());
    await streams.execute('two', context, () => aCommand.revert());
    await streams.execute('one', context, () => aCommand.pay());
    events = await store.readAll({ prefixes: [EXPENSE_PREFIX], after: null, limit: 100 });
  });
  afterEach(async () => {
    await store.close();
    await documents.destroy();
    await folder.remove();
  });

  const aProjection = () => new ExpenseProjection(expenseModel(documents), new ListVersionsStore(documents), store);
  const stored = () => expenseModel(documents).find().sort({ _id: 1 }).select('-__v').lean<ExpenseRow[]>();
  const expected = async () => {
    const expenses = await Promise.all(['one', 'three', 'two'].map((id) => loadStream(EXPENSE, store, id)));
    return expenses.map(toRow);
  };
  const stateAt = async (id: string, revision: number) => {
    const empty = emptyStream(EXPENSE, id);
    return advance(EXPENSE, empty, (await store.readStream(EXPENSE_PREFIX + id)).slice(0, revision + 1));
  };
  const eventOf = (id: string, revision: number) => {
    const found = events.find((event) => event.stream === EXPENSE_PREFIX + id && event.revision === revision);
    if (!found) throw new Error(`${id} has no revision ${revision}`);
    return found;
  };
  const versions = async (userId: string | null) => new ListVersionsStore(documents).current(userId);

  it('leads to the same read model when every event is handled twice', async () => {
    const projection = aProjection();
    for (const event of events) {
      await projection.handle(event);
      await projection.handle(event);
    }
    expect(await stored()).toEqual(await expected());
  });

  it('leads to the same read model in any order between streams, by several projectors', async () => {
    const [first, second] = [aProjection(), aProjection()];
    const byStream = [...events].sort((a, b) => b.stream.localeCompare(a.stream) || a.revision - b.revision);
    await Promise.all([
      (async () => {
        for (const event of byStream) await first.handle(event);
      })(),
      (async () => {
        for (const event of events) await second.handle(event);
      })(),
    ]);
    for (const event of events) await aProjection().handle(event);
    expect(await stored()).toEqual(await expected());
  });

  it('never replaces a newer revision with an older one', async () => {
    const projection = aProjection();
    await projection.stateChanged(await stateAt('one', 3));
    for (const revision of [0, 1, 2]) await projection.stateChanged(await stateAt('one', revision));
    expect(await stored()).toEqual([toRow(await stateAt('one', 3))]);
  });

  it('replaces an older revision with a newer one', async () => {
    const projection = aProjection();
    for (const revision of [0, 1, 2]) await projection.stateChanged(await stateAt('one', revision));
    expect(await stored()).toEqual([toRow(await stateAt('one', 2))]);
  });

  it('keeps the stored document when the same revision is projected again', async () => {
    const projection = aProjection();
    const latest = await stateAt('one', 3);
    await projection.stateChanged(latest);
    await projection.stateChanged({ ...latest, headHash: 'another' });
    expect(await stored()).toEqual([toRow(latest)]);
  });

  it('brings a document up to date that another instance projected', async () => {
    await aProjection().stateChanged(await stateAt('one', 1));
    await aProjection().handle(eventOf('one', 3));
    expect(await stored()).toEqual([toRow(await stateAt('one', 3))]);
  });

  it('waits for what a command is writing, and raises the list versions once', async () => {
    const projection = aProjection();
    await Promise.all([projection.stateChanged(await stateAt('one', 3)), projection.handle(eventOf('one', 3))]);
    expect(await versions('anna')).toMatch(/\.anna\.1$/);
    expect(await stored()).toEqual([toRow(await stateAt('one', 3))]);
  });

  it('raises the list versions, without reading the stream, for a document whose writer may have crashed', async () => {
    await aProjection().stateChanged(await stateAt('one', 3));
    const before = await versions('anna');
    const event = eventOf('one', 3);
    const unread = Object.create(store, {
      readStream: { value: () => Promise.reject(new Error('read')) },
    }) as EventStore;
    const projection = new ExpenseProjection(expenseModel(documents), new ListVersionsStore(documents), unread);
    await projection.handle(event);
    const after = await versions('anna');
    expect(after).not.toBe(before);
    await projection.handle(event);
    expect(await versions('anna')).toBe(after);
  });

  it('skips the events of a state that a command has projected', async () => {
    const projection = aProjection();
    await projection.stateChanged(await stateAt('one', 3));
    const before = await versions(null);
    for (const event of events.filter(({ stream }) => stream === `${EXPENSE_PREFIX}one`))
      await projection.handle(event);
    expect(await versions(null)).toBe(before);
  });

  it('fails while the document store is down, so that the event is handled again', async () => {
    const closed = await openDocuments({ file: join(folder.path, 'closed.db'), durability: 'normal' });
    const projection = new ExpenseProjection(expenseModel(closed), new ListVersionsStore(documents), store);
    await closed.destroy();
    await expect(projection.stateChanged(await stateAt('one', 0))).rejects.toMatchObject({
      name: 'DocumentsUnavailable',
    });
  });
});
