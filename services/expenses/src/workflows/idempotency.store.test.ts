import { join } from 'node:path';
import { openDocuments } from '@outlay/documents';
import { tempFolder } from '@outlay/testing';
import { IdempotencyStore } from './idempotency.store.js';

const request = { id: 'key-1', payloadHash: 'hash-1' };
const reused = { code: 'IDEMPOTENCY_KEY_REUSED' };

describe('the store of results by Idempotency-Key', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let store: IdempotencyStore;
  beforeEach(async () => {
    folder = await tempFolder('keys');
    documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    store = new IdempotencyStore(documents);
  });
  afterEach(async () => {
    await documents.destroy();
    await folder.remove();
  });

  it('finds nothing without a key or under an unknown one', async () => {
    await store.bind({ ...request, id: 'key-2' }, 'another');
    expect(await store.find(null)).toBeNull();
    expect(await store.find(request)).toBeNull();
  });

  it('finds the result that was bound to the key', async () => {
    expect(await store.bind(request, 'first')).toBe('first');
    expect(await store.find(request)).toBe('first');
  });

  it('keeps the first result of a key', async () => {
    await store.bind(request, 'first');
    expect(await store.bind(request, 'second')).toBe('first');
    expect(await store.find(request)).toBe('first');
  });

  it('binds one result for concurrent requests', async () => {
    const results = await Promise.all(['a', 'b', 'c'].map((result) => store.bind(request, result)));
    expect(results).toEqual(Array<string | null>(3).fill(await store.find(request)));
  });

  it('refuses another request under the same key, and keeps the first', async () => {
    await store.bind(request, 'first');
    const other = { ...request, payloadHash: 'hash-2' };
    await expect(store.find(other)).rejects.toMatchObject(reused);
    await expect(store.bind(other, 'second')).rejects.toMatchObject(reused);
    expect(await store.find(request)).toBe('first');
  });

  it('binds nothing without a key', async () => {
    expect(await store.bind(null, 'first')).toBe('first');
    expect(await store.bind(null, 'second')).toBe('second');
    expect(await documents.collection('requests').countDocuments({})).toBe(0);
  });
});
