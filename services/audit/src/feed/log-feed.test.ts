import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { feedLine, type FeedFormat } from '@outlay/contracts';
import { openDocuments, SoleInstance } from '@outlay/documents';
import { eventHash, Unreadable, type EventStore, type RecordedEvent } from '@outlay/event-store';
import { tempFolder } from '@outlay/testing';
import { openPrivateKey, privateKey } from '@outlay/transparency-log';
import { openTestEventStore } from '@outlay/event-store/contract';
import { LogBuilder } from '../log/log-builder.js';
import { LogBundles } from '../log/log-bundles.js';
import { LogFeed } from './log-feed.js';
import { LogFiles } from '../log/log-files.js';
import { LogKeyring } from '../log/log-keyring.js';
import { LogPositionsStore } from '../log/log-positions.store.js';

const signer = openPrivateKey(privateKey('test-log', Buffer.alloc(32, 1)));
const metadata = {
  schemaVersion: 1,
  actor: { id: 'u-1', email: 'ada@example.org', role: 'super_admin' },
  at: '2026-03-02T10:00:00.000Z',
  correlationId: 'c-1',
  causationId: null,
  previousHash: null,
};

describe('the feed of the log', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let events: EventStore;
  let blobs: Blobs;
  let positions: LogPositionsStore;
  let files: LogFiles;
  let log: LogBuilder;
  beforeEach(async () => {
    folder = await tempFolder('log-feed');
    documents = await openDocuments({ file: join(folder.path, 'audit.db'), durability: 'normal' });
    events = await openTestEventStore(folder.path);
    blobs = await openBlobs({ folder: join(folder.path, 'blobs') });
    [files, positions] = [new LogFiles(blobs), new LogPositionsStore(documents)];
    log = new LogBuilder(new SoleInstance(), events, files, positions, new LogKeyring(files.keyChanges, signer));
  });
  afterEach(async () => {
    await events.close();
    await blobs.close();
    await documents.destroy();
    await folder.remove();
  });

  let streams = 0;
  const write = async (count: number, { prefix = 'expense-', text = '' } = {}) => {
    streams += 1;
    const batch = Array.from({ length: count }, (_, n) => {
      return { id: randomUUID(), type: 'Tested', data: { n, text }, metadata };
    });
    await events.append(`${prefix}${streams}`, batch, 'no-stream');
  };
  const feed = (from: Pick<EventStore, 'readAll'> = events) =>
    new LogFeed(new LogBundles(from, files, positions), files, new LogKeyring(files.keyChanges, signer));
  const read = (after: number, over: { to?: number; prefix?: string; format?: FeedFormat } = {}) =>
    feed().read({ after, format: 'lines', ...over });
  const linesOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => feedLine.parse(JSON.parse(line)));
  /** Every line after a leaf, page by page. */
  const readOn = async (after: number, prefix?: string) => {
    const lines = [];
    for (let page = await read(after, { prefix }); ; page = await read(page.last, { prefix })) {
      lines.push(...linesOf(page.text));
      if (page.last === page.size - 1) return lines;
    }
  };
  const altered = (change: (events: RecordedEvent[]) => RecordedEvent[]) => ({
    readAll: async (options: Parameters<EventStore['readAll']>[0]) => change(await events.readAll(options)),
  });

  it('has every event of the log once, in its order, with its place and the hash that the log has', async () => {
    for (const count of [3, 254, 1, 300]) await write(count);
    await write(2, { prefix: 'other-' });
    await write(2, { prefix: 'payment-' });
    await log.catchUp();
    const stored = await events.readAll({ prefixes: ['expense-', 'payment-'], after: null, limit: 1000 });
    const expected = stored.map(({ recordedAt: _, ...event }, leaf) => ({
      ...event,
      leaf,
      version: 1,
      at: metadata.at,
      actor: metadata.actor,
      hash: eventHash(event),
    }));
    expect(await readOn(-1)).toEqual(expected);
    for (const after of [0, 254, 255, 256, 500, 558]) expect(await readOn(after)).toEqual(expected.slice(after + 1));
  });

  it('ends where the log ends, and goes on when the log does', async () => {
    expect(await read(-1)).toEqual({ text: '', last: -1, size: 0 });
    await write(2);
    expect(await read(-1)).toEqual({ text: '', last: -1, size: 0 });
    await log.catchUp();
    await write(1);
    expect(linesOf((await read(-1)).text).map(({ leaf }) => leaf)).toEqual([0, 1]);
    expect(await read(1)).toEqual({ text: '', last: 1, size: 2 });
    await log.catchUp();
    expect(linesOf((await read(1)).text).map(({ leaf }) => leaf)).toEqual([2]);
  });

  it('has only the events of a prefix, and says how far it has looked', async () => {
    await write(300);
    await write(1, { prefix: 'payment-' });
    await log.catchUp();
    expect(await read(-1, { prefix: 'payment-' })).toEqual({ text: '', last: 255, size: 301 });
    expect(await readOn(-1, 'payment-')).toMatchObject([{ leaf: 300 }]);
    expect(await read(-1, { to: 9, prefix: 'payment-' })).toMatchObject({ text: '', last: 9 });
  });

  it('limits one reply by its size, whatever the events', async () => {
    await write(5, { text: 'x'.repeat(200_000) });
    await log.catchUp();
    expect(await read(-1)).toMatchObject({ last: 1 });
    expect((await readOn(-1)).map(({ leaf }) => leaf)).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses a place that the log does not have, but waits for one that its checkpoint has', async () => {
    await expect(read(0)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await write(2);
    await log.catchUp();
    await expect(read(2)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ field: 'after', message: 'must be at most 1' }],
    });
    await documents.collection('log-positions').deleteMany({});
    expect(await read(1)).toEqual({ text: '', last: 1, size: 0 });
  });

  it.each([10, 256])('asks to wait for leaves after the first %d if its positions end there', async (size) => {
    await write(size);
    await log.catchUp();
    const { position } = await positions.head();
    await write(300);
    await log.catchUp();
    await positions.advance({ size, position }, []);
    expect(await feed().eventsFrom(size - 1)).toHaveLength(1);
    expect(await feed().lines([size - 2, size - 1])).toMatchObject({ count: 2 });
    for (const leaf of [size, 300]) {
      await expect(feed().eventsFrom(leaf)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(feed().lines([leaf])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    const lines = feed().lines([size - 1, size]);
    await expect(lines).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('says so when the store no longer has the events of the log', async () => {
    await write(258);
    await log.catchUp();
    const without = (index: number) => altered((all) => all.filter((_, at) => at !== index));
    for (const [after, index] of [
      [-1, 7],
      [-1, 255],
      [256, 1],
    ] as const) {
      const reading = feed(without(index)).read({ after, format: 'lines' });
      await expect(reading).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    }
  });

  it('sends an event that was altered with the hash that it had', async () => {
    await write(1);
    await log.catchUp();
    const [original] = linesOf((await read(-1)).text);
    const cut = altered((all) => all.map((event) => ({ ...event, data: new Unreadable('cut off') })));
    const { text } = await feed(cut).read({ after: -1, format: 'lines' });
    expect(linesOf(text)).toEqual([{ ...original, data: null }]);
  });

  it('can be read as server-sent events and as CloudEvents', async () => {
    await write(1);
    await log.catchUp();
    const [line] = linesOf((await read(-1)).text);
    const sent = await read(-1, { format: 'server-sent' });
    expect(sent.text).toBe(`id: 0\ndata: ${JSON.stringify(line)}\n\n`);
    const cloud = await read(-1, { format: 'cloud-events' });
    const { stream, type, at, data, metadata: stored, actor: _, version: _1, ...rest } = line!;
    expect(JSON.parse(cloud.text.slice(1))).toEqual({
      specversion: '1.0',
      source: 'test-log',
      type: `outlay.${type}.v1`,
      subject: stream,
      time: at,
      datacontenttype: 'application/json',
      dataschema: `/api/audit/schemas#/$defs/${type}.v1`,
      ...rest,
      actor: 'ada@example.org',
      metadata: JSON.stringify(stored),
      data,
    });
  });
});
