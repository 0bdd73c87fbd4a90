import { Logger } from '@nestjs/common';
import { openDocuments } from '@outlay/documents';
import { StreamBroken } from '@outlay/event-sourcing';
import { TestClock, tempFolder } from '@outlay/testing';
import { join } from 'node:path';
import { Quarantine } from './quarantine.js';
import { QuarantineStore } from './quarantine.store.js';

describe('streams that are kept apart', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let store: QuarantineStore;
  let quarantine: Quarantine;
  beforeEach(async () => {
    Logger.overrideLogger(false);
    folder = await tempFolder('quarantine');
    documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    store = new QuarantineStore(documents);
    const clock = new TestClock('2026-06-15T10:00:00.000Z');
    quarantine = new Quarantine(store, clock);
    for (const [stream, revision] of [
      ['expense-1', 1],
      ['expense-2', 0],
      ['expense-1', 3],
    ] as const) {
      await quarantine.add(new StreamBroken(stream, revision, `revision ${revision} was altered`));
      clock.advance({ seconds: 1 });
    }
  });
  afterEach(async () => {
    await documents.destroy();
    await folder.remove();
  });

  it('are listed once each, with the latest finding and since when', async () => {
    expect(await store.count()).toBe(2);
    const found = { revision: 3, finding: 'revision 3 was altered', foundAt: '2026-06-15T10:00:00.000Z' };
    expect(await store.list(1)).toEqual([{ _id: 'expense-1', ...found }]);
  });

  it('leave once they can be projected, and stay while they cannot', async () => {
    const failing = (errors: Readonly<Record<string, Error>>) =>
      quarantine.retry(async (stream) => {
        if (errors[stream]) throw errors[stream];
      });
    const broken = new StreamBroken('expense-1', 1, 'revision 1 was altered');
    expect(await failing({ 'expense-1': broken, 'expense-2': new TypeError('No amount') })).toBe(false);
    await expect(failing({ 'expense-1': new Error('The document store is down') })).rejects.toThrow('is down');
    expect(await store.count()).toBe(2);
    expect(await failing({ 'expense-1': broken })).toBe(true);
    expect((await store.list(9)).map(({ _id }) => _id)).toEqual(['expense-1']);
  });
});
