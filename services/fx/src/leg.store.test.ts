import { openDocuments } from '@outlay/documents';
import type { Connection } from 'mongoose';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LegStore } from './leg.store.js';

const fetchedAt = new Date('2026-04-10T15:10:00Z');
const usd = (date: string, perEur: string, source = 'ECB') => ({ quote: 'USD', date, perEur, source });

describe('the stored legs', () => {
  let folder: string;
  let documents: Connection;
  let store: LegStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fx-legs-'));
    documents = await openDocuments({ file: join(folder, 'fx.db') });
    store = await LegStore.open(documents);
  });
  afterEach(async () => {
    await documents.destroy();
    await rm(folder, { recursive: true });
  });

  it('return the newest leg on or before a day', async () => {
    await store.append([usd('2026-04-09', '1.16'), usd('2026-04-10', '1.161'), usd('2026-04-02', '1.1525')], fetchedAt);
    await expect(store.newest('USD', '2026-04-12')).resolves.toEqual(usd('2026-04-10', '1.161'));
    await expect(store.newest('USD', '2026-04-09')).resolves.toEqual(usd('2026-04-09', '1.16'));
    await expect(store.newest('USD', '2026-04-01')).resolves.toBeNull();
    await expect(store.newest('GBP', '2026-04-12')).resolves.toBeNull();
  });

  it('keep existing legs unchanged when new ones are added', async () => {
    await store.append([usd('2026-04-09', '1.16')], fetchedAt);
    await store.append([usd('2026-04-09', '9.99', 'other'), usd('2026-04-10', '1.161')], fetchedAt);
    await expect(store.newest('USD', '2026-04-09')).resolves.toEqual(usd('2026-04-09', '1.16'));
    await expect(store.newest('USD', '2026-04-10')).resolves.toEqual(usd('2026-04-10', '1.161'));
  });

  it('accept an empty list', async () => {
    await expect(store.append([], fetchedAt)).resolves.toBeUndefined();
  });
});
