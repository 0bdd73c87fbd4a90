import { Logger } from '@nestjs/common';
import { OutlayError, type EventMetadata, type MessageContext } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openEventStore, type EventStore } from '@outlay/event-store';
import { SeededIds, tempFolder, TestClock } from '@outlay/testing';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import { AccessIndexStore } from '../read-models/access-index.store.js';
import { AccessStream } from '../stream/access-stream.js';
import { AccessRecorder } from './access-recorder.js';

const ann = {
  id: 'ann',
  email: 'ann@example.com',
  name: 'Ann',
  role: 'partner',
  reimbursementCurrency: 'EUR',
} as const;
const nobody: MessageContext = { actor: null, correlationId: 'test' };
const asAnn: MessageContext = { ...nobody, actor: ann };

describe('the recorder of accesses', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Connection;
  let events: EventStore;
  let index: AccessIndexStore;
  let clock: TestClock;
  beforeEach(async () => {
    folder = await tempFolder('access');
    documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
    events = await openEventStore({ file: join(folder.path, 'events.db') });
    index = await AccessIndexStore.open(documents);
    clock = new TestClock();
  });
  afterEach(async () => {
    await events.close();
    await documents.destroy();
    await folder.remove();
  });

  const recorder = (secret = 'secret') => {
    const stream = new AccessStream(events, clock, new SeededIds('access'));
    return new AccessRecorder(stream, index, secret, clock);
  };
  const eventsOf = async (stream: string) =>
    (await events.readStream(stream)).map(({ type, data, metadata }) => [
      type,
      data,
      (metadata as EventMetadata).actor.email,
    ]);
  const failed = (count: number, emails: unknown[] = []) => ['SignInFailed', { count, emails }, 'system'];

  it('writes the first at once, and those of the next minute as one', async () => {
    const access = recorder();
    await access.signedIn(asAnn);
    expect(await eventsOf('access-ann-2026-06-15-1')).toEqual([['SignedIn', { count: 1 }, ann.email]]);
    for (let n = 0; n < 1000; n += 1) access.signInFailed('ann', ann.email, nobody);
    await access.flush();
    await access.flush();
    expect((await eventsOf('access-ann-2026-06-15-1')).slice(1)).toEqual([failed(1), failed(999)]);
    access.signInFailed('ann', ann.email, nobody);
    await access.onApplicationShutdown();
    expect((await eventsOf('access-ann-2026-06-15-1')).slice(3)).toEqual([failed(1)]);
  });

  it('writes a keyed hash of an email without an account, of twenty at most', async () => {
    const access = recorder();
    for (const email of ['x@y.zz', 'x@y.zz', ...Array.from({ length: 50 }, (_, n) => `${n}@y.zz`)])
      access.signInFailed(null, email, nobody);
    await access.flush();
    const other = recorder('other');
    other.signInFailed(null, 'x@y.zz', nobody);
    await other.flush();
    const stored = await eventsOf('access-unknown-2026-06-15-1');
    const [first, repeated, keyed] = stored.map(([, data]) => (data as { emails: string[] }).emails);
    expect(stored.map(([, data]) => (data as { count: number }).count)).toEqual([1, 51, 1]);
    expect(repeated).toHaveLength(20);
    expect(repeated?.[0]).toBe(first?.[0]);
    expect(keyed).not.toEqual(first);
    expect(JSON.stringify(stored)).not.toContain('@y.zz');
  });

  it('begins another stream after 200 events and on another day, and finds them', async () => {
    const access = recorder();
    const open = (n: number) =>
      access.record('ann', { type: 'ReceiptOpened', data: { count: 1, file: `${n}.pdf`, ownerId: 'bob' } }, asAnn);
    for (let n = 0; n < 201; n += 1) await open(n);
    await recorder().signedIn(asAnn);
    clock.advance({ days: 1 });
    await open(201);
    expect(await eventsOf('access-ann-2026-06-15-1')).toHaveLength(200);
    expect(await eventsOf('access-ann-2026-06-15-2')).toHaveLength(2);
    expect(await eventsOf('access-ann-2026-06-16-1')).toHaveLength(1);
    const parts = (await index.latest('ann', 2)).map(({ day, part }) => [day, part]);
    expect(parts).toEqual([
      ['2026-06-16', 1],
      ['2026-06-15', 2],
    ]);
  });

  it('writes one export of the trail a day', async () => {
    const access = recorder();
    for (let n = 0; n < 3; n += 1) {
      await access.trailExported(asAnn);
      await access.flush();
    }
    clock.advance({ days: 1 });
    await access.trailExported(asAnn);
    expect(await eventsOf('access-ann-2026-06-15-1')).toEqual([['TrailExported', {}, ann.email]]);
    expect(await eventsOf('access-ann-2026-06-16-1')).toHaveLength(1);
  });

  it('refuses nobody if it cannot write', async () => {
    const down = { append: () => Promise.reject(new OutlayError('SERVICE_UNAVAILABLE', 'down')) };
    const access = new AccessRecorder(down as unknown as AccessStream, index, 'secret', clock);
    const errors: unknown[] = [];
    Logger.overrideLogger({
      log: () => undefined,
      warn: () => undefined,
      error: (message) => void errors.push(message),
    });
    await expect(access.signedIn(asAnn)).resolves.toBeUndefined();
    await access.flush();
    expect(errors).toEqual(['SignedIn of ann is not in the trail: OutlayError: down']);
  });
});
