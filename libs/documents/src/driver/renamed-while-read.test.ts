import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocuments } from '../open-documents.js';

test('a long read of a collection that another one replaces meanwhile reads that one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const connection = await openDocuments({ file: join(folder, 'notes.sqlite'), durability: 'normal' });
  try {
    const [live, next] = [connection.collection('live'), connection.collection('next')];
    await live.insertMany([{ text: 'old' }]);
    await next.insertMany([{ text: 'new' }, { text: 'new' }]);
    const reading = live.find({}).toArray();
    await next.rename('live', { dropTarget: true });
    expect((await reading).map(({ text }) => text)).toEqual(['new', 'new']);
  } finally {
    await connection.destroy();
    await rm(folder, { recursive: true });
  }
});
