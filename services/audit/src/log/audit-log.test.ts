import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { openDocuments, SoleInstance } from '@outlay/documents';
import { eventHash, type EventStore, type ReadAllOptions, type RecordedEvent } from '@outlay/event-store';
import { logCaughtUpTime, logSize, logWaitingEvents } from '@outlay/telemetry';
import { eventually, tempFolder } from '@outlay/testing';
import {
  cosignerKey,
  isConsistent,
  isIncluded,
  leafHash,
  openCheckpoint,
  openCosignerKey,
  openNote,
  openKeyChange,
  openPrivateKey,
  privateKey,
  signNote,
  TreeHead,
} from '@outlay/transparency-log';
import { embedded, openTestEventStore } from '@outlay/event-store/contract';
import { LogBuilder } from './log-builder.js';
import { LogFiles } from './log-files.js';
import { LogKeyring } from './log-keyring.js';
import { LogPositionsStore } from './log-positions.store.js';
import { LogProofs } from './log-proofs.js';
import { Witnesses } from './witnesses.js';

const signer = openPrivateKey(privateKey('test-log', Buffer.alloc(32, 1)));
const PREFIXES = ['expense-', 'payment-'];

describe('the audit log', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let events: EventStore;
  let blobs: Blobs;
  let files: LogFiles;
  beforeEach(async () => {
    folder = await tempFolder('audit-log');
    documents = await openDocuments({ file: join(folder.path, 'audit.db'), durability: 'normal' });
    events = await openTestEventStore(folder.path);
    blobs = await openBlobs({ folder: join(folder.path, 'blobs') });
    files = new LogFiles(blobs);
  });
  afterEach(async () => {
    await events.close();
    await blobs.close();
    await documents.destroy();
    await folder.remove();
  });

  const positions = () => new LogPositionsStore(documents);
  const keyring = () => new LogKeyring(files.keyChanges, signer);
  const builder = (
    over: {
      events?: Pick<EventStore, 'readHashes' | 'head'>;
      blobs?: Blobs;
      witnesses?: Witnesses;
      keyring?: LogKeyring;
    } = {},
  ) =>
    new LogBuilder(
      new SoleInstance(),
      over.events ?? events,
      over.blobs ? new LogFiles(over.blobs) : files,
      positions(),
      over.keyring ?? keyring(),
      over.witnesses ?? new Witnesses([]),
    );
  const proofs = () => new LogProofs(events, files, positions(), keyring());
  let streams = 0;
  /** Writes a stream with this number of events. */
  const write = async (count: number, prefix = 'expense-') => {
    streams += 1;
    const stream = `${prefix}${streams}`;
    const batch = Array.from({ length: count }, (_, n) => {
      return { id: randomUUID(), type: 'Tested', data: { streams, n }, metadata: {} };
    });
    await events.append(stream, batch, 'no-stream');
  };
  const everything = () => events.readAll({ prefixes: PREFIXES, after: null, limit: 5000 });
  const rootOf = (all: readonly RecordedEvent[]) => {
    const tree = TreeHead.empty();
    for (const event of all) tree.append(Buffer.from(eventHash(event), 'hex'));
    return tree.root();
  };
  const latest = async () => openCheckpoint((await files.checkpoint()) ?? '', signer.verifier);
  const keptCheckpoints = async () => {
    const kept = [];
    for await (const note of files.kept.all()) kept.push(openCheckpoint(note, signer.verifier));
    return kept;
  };
  /** The events of a store that was altered. */
  const altered = (change: (all: RecordedEvent[]) => RecordedEvent[]) => {
    const readAll = async ({ after, limit }: ReadAllOptions) => {
      const all = change(await everything());
      const start = after === null ? 0 : all.findIndex(({ position }) => Number(position) > Number(after));
      return start === -1 ? [] : all.slice(start, start + limit);
    };
    const readHashes = async (options: ReadAllOptions) => {
      const read = await readAll(options);
      const hashes = Buffer.concat(read.map((event) => Buffer.from(eventHash(event), 'hex')));
      return { positions: read.map(({ position }) => position), hashes };
    };
    return { readAll, readHashes, head: () => events.head() };
  };

  it('commits to every event of expenses and payments, in the order of the store', async () => {
    await write(3);
    await write(2, 'payment-');
    await write(1, 'other-');
    await builder().catchUp();
    expect(await latest()).toEqual({ origin: 'test-log', size: 5, root: rootOf(await everything()) });
  });

  it('signs nothing before the first event, and no second checkpoint without another one', async () => {
    const log = builder();
    await log.catchUp();
    expect(await files.checkpoint()).toBeNull();
    await write(1);
    await log.catchUp();
    await log.catchUp();
    expect(await keptCheckpoints()).toHaveLength(1);
  });

  it('stops after a batch when it no longer has the lease, and has not caught up then', async () => {
    const caughtUpAt = async () => (await logCaughtUpTime.get()).values[0]?.value;
    let [reads, stopped] = [0, Promise.resolve()];
    const readHashes = async ({ limit }: ReadAllOptions) => {
      reads += 1;
      if (reads === 1) stopped = log.onApplicationShutdown();
      const count = reads < 4 ? limit : 0;
      const positions = Array.from({ length: count }, (_, n) => String(reads * limit + n));
      return { positions, hashes: Buffer.alloc(32 * count) };
    };
    const log = builder({ events: { readHashes, head: async () => null } });
    await log.onApplicationBootstrap();
    const before = await caughtUpAt();
    log.hurry();
    await eventually(() => reads > 0);
    await stopped;
    expect(reads).toBe(1);
    expect(await files.checkpoint()).toBeNull();
    expect(await caughtUpAt()).toBe(before);
  });

  it('keeps every checkpoint, and proves that each is a prefix of the latest one', async () => {
    const log = builder();
    for (const count of [1, 2, 254, 1, 300]) {
      await write(count);
      await log.catchUp();
    }
    const kept = await keptCheckpoints();
    expect(kept.map(({ size }) => size)).toEqual([1, 3, 257, 258, 558]);
    for (const older of kept) {
      const proof = await proofs().consistency(older.size);
      expect(isConsistent(older, await latest(), proof.hashes)).toBe(true);
    }
  });

  it('begins another file of checkpoints after 256', async () => {
    for (let n = 0; n < 257; n += 1) await files.publish(`note ${n}`);
    const notes = [];
    for await (const note of files.kept.all()) notes.push(note);
    expect(notes).toEqual(Array.from({ length: 257 }, (_, n) => `note ${n}`));
    expect(await blobs.list('audit/checkpoints/')).toHaveLength(2);
  });

  embedded.it('stops when the last events are gone from the file, whose positions later ones would get', async () => {
    await write(3);
    const log = builder();
    await log.catchUp();
    const database = new DatabaseSync(join(folder.path, 'events.db'));
    database.exec('DELETE FROM events WHERE position = 3');
    database.close();
    await expect(log.catchUp()).rejects.toThrow('The checkpoint of 3 events does not hold: the last events are gone');
    await write(1);
    await expect(log.catchUp()).rejects.toThrow('the last events are gone');
    expect((await positions().head()).broken).toContain('the last events are gone');
  });

  it('does not write the files of checkpoints that another process keeps', async () => {
    const [ours, theirs] = [new LogFiles(blobs), new LogFiles(blobs)];
    const contents = async () =>
      Promise.all((await blobs.list('audit/checkpoints/')).map(async ({ key }) => String(await blobs.readAll(key))));
    await ours.publish('one');
    await ours.publish('two');
    await theirs.publish('three');
    await ours.publish('four');
    expect(await contents()).toEqual(['["one","two"]', '["three"]', '["four"]']);
  });

  it('keeps the cosignatures of a checkpoint with it, one of each witness, also after a later one', async () => {
    await write(1);
    await builder().catchUp();
    const text = openNote((await files.checkpoint()) ?? '', signer.verifier);
    const [one, other] = [1, 2].map((n) => openCosignerKey(cosignerKey(`witness-${n}`, Buffer.alloc(32, n))));
    if (!one || !other) throw new Error('There are no witnesses');
    for (const line of [one.cosign(text, 1), other.cosign(text, 2), one.cosign(text, 3)])
      await files.addCosignature({ text, line });
    const cosigned = signNote(text, signer) + other.cosign(text, 2) + one.cosign(text, 3);
    expect(await files.checkpoint()).toBe(cosigned);
    await write(1);
    await builder().catchUp();
    await files.addCosignature({ text, line: one.cosign(text, 4) });
    expect((await latest()).size).toBe(2);
    const { value: kept } = await files.kept.all().next();
    expect(kept).toBe(signNote(text, signer) + other.cosign(text, 2) + one.cosign(text, 4));
  });

  it('changes its key once, also if it crashes before the next checkpoint', async () => {
    const later = openPrivateKey(privateKey('test-log', Buffer.alloc(32, 2)));
    const changed = () => new LogKeyring(files.keyChanges, later, signer);
    await write(2);
    await builder().catchUp();
    await builder({ keyring: changed() }).catchUp();
    expect((await latest()).size).toBe(2);
    await write(1);
    await builder({ keyring: changed() }).catchUp();
    await write(1);
    await builder({ keyring: new LogKeyring(files.keyChanges, later) }).catchUp();
    const [change, ...others] = await files.keyChanges.all();
    expect([openKeyChange(change ?? '').size, others]).toEqual([2, []]);
    const proof = await new LogProofs(events, files, positions(), keyring()).fixedCheckpoint();
    expect(proof).toMatchObject({ size: 4, previous: 3, publicKey: later.publicKey });
    await write(1);
    await expect(builder().catchUp()).rejects.toThrow('was changed to another');
  });

  it('finds the first checkpoint that commits to a whole stream', async () => {
    const log = builder();
    await write(2, 'payment-');
    const stream = `payment-${streams}`;
    expect(await proofs().firstCheckpointOf(stream)).toEqual({ checkpoint: null, broken: null, size: 0 });
    for (const part of ['its own', 'that of its report', 'a later one']) {
      if (part === 'that of its report')
        await events.append(stream, [{ id: randomUUID(), type: 'ReportMade', data: {}, metadata: {} }], 1);
      await log.catchUp();
      const { checkpoint } = await proofs().firstCheckpointOf(stream);
      expect(openCheckpoint(checkpoint ?? '', signer.verifier).size).toBe(2);
      await write(1);
    }
  });

  it('finds the first checkpoint over a size in several files of checkpoints', async () => {
    const note = (size: number) => `log\n${size}\nroot\n`;
    for (let n = 1; n <= 300; n += 1) await files.publish(note(2 * n));
    const found = await Promise.all([0, 1, 2, 510, 511, 512, 513, 599, 600].map((n) => files.kept.firstOver(n)));
    expect(found).toEqual([...[2, 2, 4, 512, 512, 514, 514, 600].map(note), null]);
  });

  it('keeps a partial tile only until it is full', async () => {
    const log = builder();
    for (const count of [200, 55, 1]) {
      await write(count);
      await log.catchUp();
    }
    const keys = (await blobs.list('audit/tile/')).map(({ key }) => key);
    expect(keys).toEqual(['audit/tile/0/000', 'audit/tile/1/000.p/1', 'audit/tile/entries/000']);
    expect(await proofs().tile('0/000.p/200')).toEqual({ blobKey: 'audit/tile/0/000', size: 200 * 32 });
    expect(await proofs().tile('entries/000.p/200')).toEqual({ blobKey: 'audit/tile/entries/000', size: 200 * 34 });
  });

  it('proves each event, in the latest tree and in an earlier one', async () => {
    await write(600);
    const log = builder();
    await log.catchUp();
    await write(40);
    await log.catchUp();
    const all = await everything();
    for (const index of [0, 1, 255, 256, 511, 512, 599, 639]) {
      const event = all[index] as RecordedEvent;
      for (const size of [640, ...(index < 600 ? [600] : [])]) {
        const proof = await proofs().inclusion(event.stream, event.revision, size);
        const hash = leafHash(Buffer.from(eventHash(event), 'hex'));
        expect(proof).toMatchObject({ index, size, eventHash: eventHash(event) });
        expect(isIncluded({ index, hash }, { size, root: rootOf(all.slice(0, size)) }, proof.hashes)).toBe(true);
      }
    }
  });

  it('has no proof of what is not in the tree that was asked for', async () => {
    await expect(proofs().checkpoint()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await write(2);
    await builder().catchUp();
    await write(1);
    const [first, , third] = await everything();
    for (const [stream, revision, size] of [
      [third?.stream, 0, undefined],
      [first?.stream, 2, undefined],
      [first?.stream, 1, 1],
      [first?.stream, 1, 3],
      ['expense-none', 0, undefined],
    ] as const) {
      await expect(proofs().inclusion(stream ?? '', revision, size)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(proofs().consistency(3)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(proofs().consistency(1, 3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('continues after a crash during any of its writes', async () => {
    await write(300);
    await builder().catchUp();
    await write(300);
    const crashing = (after: number): Blobs => {
      let puts = 0;
      return new Proxy(blobs, {
        get: (target, name, receiver) =>
          name === 'put'
            ? async (...args: Parameters<Blobs['put']>) => {
                puts += 1;
                if (puts > after) throw new Error('The process was killed');
                return target.put(...args);
              }
            : (Reflect.get(target, name, receiver) as unknown),
      });
    };
    let crashes = 0;
    for (let after = 0; after < 100; after += 1) {
      const outcome = await builder({ blobs: crashing(after) })
        .catchUp()
        .catch(() => 'killed');
      if (outcome !== 'killed') break;
      crashes += 1;
    }
    expect(crashes).toBeGreaterThan(5);
    expect(await latest()).toMatchObject({ size: 600, root: rootOf(await everything()) });
    expect((await keptCheckpoints()).map(({ size }) => size)).toEqual([300, 600]);
  });

  it('is made again from the events if its positions are lost', async () => {
    await write(300);
    await builder().catchUp();
    const before = await latest();
    await documents.collection('log-positions').deleteMany({});
    await builder().catchUp();
    expect(await latest()).toEqual(before);
    expect(await positions().head()).toMatchObject({ size: 300 });
    expect(await keptCheckpoints()).toHaveLength(1);
  });

  it('is made again from the events if older files of it are restored', async () => {
    const keys = async () => (await blobs.list('audit/')).map(({ key }) => key);
    const log = builder();
    await write(200);
    await log.catchUp();
    const copies = new Map<string, Buffer>();
    for (const key of await keys()) copies.set(key, (await blobs.readAll(key)) as Buffer);
    await write(200);
    await log.catchUp();
    const before = await latest();
    for (const key of await keys()) await blobs.delete(key);
    for (const [key, content] of copies) await blobs.put(key, content, { contentType: 'application/octet-stream' });
    await builder().catchUp();
    expect(await latest()).toEqual(before);
    const [first] = await everything();
    expect(await proofs().inclusion(first?.stream ?? '', 0)).toMatchObject({ index: 0, size: 400 });
  });

  describe('after an alteration', () => {
    beforeEach(async () => {
      await write(300);
      await builder().catchUp();
    });
    const forgetPositions = () => documents.collection('log-positions').deleteMany({});
    const expectBroken = async (log: LogBuilder, found: string) => {
      const before = await files.checkpoint();
      for (const _ of ['at once', 'ever after']) {
        await expect(log.catchUp()).rejects.toThrow(`The checkpoint of 300 events does not hold: ${found}`);
      }
      expect((await positions().head()).broken).toBe(`The checkpoint of 300 events does not hold: ${found}`);
      expect(await files.checkpoint()).toBe(before);
    };

    it.each([
      ['altered', (all: RecordedEvent[]) => all.map((event, at) => (at === 7 ? { ...event, data: {} } : event))],
      ['swapped', ([first, second, ...others]: RecordedEvent[]) => [second, first, ...others] as RecordedEvent[]],
    ])('of an event that was %s, it is not made again', async (_, change) => {
      await forgetPositions();
      await expectBroken(builder({ events: altered(change) }), 'the events differ');
    });

    it('of events that were removed, it is not made again, also after work went on', async () => {
      await forgetPositions();
      await expectBroken(builder({ events: altered((all) => all.slice(0, 299)) }), 'there are 299 events');
      await write(1);
      await expectBroken(builder({ events: altered((all) => all.toSpliced(299, 1)) }), 'the events differ');
    });

    it('of an event in the log, the proof of the event does not verify', async () => {
      const [event] = await everything();
      if (!event) throw new Error('There are no events');
      const readStream = async () => [{ ...event, data: { amount: '9999.00' } }];
      const proof = await new LogProofs(
        { ...altered((all) => all), readStream },
        files,
        positions(),
        keyring(),
      ).inclusion(event.stream, 0);
      const leaf = (hash: string) => ({ index: proof.index, hash: leafHash(Buffer.from(hash, 'hex')) });
      expect(isIncluded(leaf(proof.eventHash), await latest(), proof.hashes)).toBe(false);
      expect(isIncluded(leaf(eventHash(event)), await latest(), proof.hashes)).toBe(true);
    });

    it('of an event, metrics show how many events wait, and since when', async () => {
      const read = async () => {
        const values = await Promise.all([logSize, logWaitingEvents].map((metric) => metric.get()));
        return values.map(({ values: [first] }) => first?.value);
      };
      const caughtUpAt = async () => (await logCaughtUpTime.get()).values[0]?.value ?? 0;
      const before = await caughtUpAt();
      expect(await read()).toEqual([300, 0]);
      await forgetPositions();
      await write(2);
      const events = altered((all) => all.map((event, at) => (at === 7 ? { ...event, data: {} } : event)));
      await expect(builder({ events }).catchUp()).rejects.toThrow('does not hold');
      expect(await read()).toEqual([0, 302]);
      expect(await caughtUpAt()).toBe(before);
      await builder().catchUp();
      expect(await read()).toEqual([302, 0]);
      expect(await caughtUpAt()).toBeGreaterThan(before);
      expect((await positions().head()).broken).toBeNull();
    });

    it('of an event, metrics count from the start of an instance that never catches up', async () => {
      await forgetPositions();
      const log = builder({ events: altered((all) => all.slice(0, 299)) });
      const start = Date.now() / 1000;
      await log.onApplicationBootstrap();
      await log.onApplicationShutdown();
      await expect(log.catchUp()).rejects.toThrow('does not hold');
      const at = (await logCaughtUpTime.get()).values[0]?.value;
      expect(at).toBeGreaterThanOrEqual(start);
      expect(at).toBeLessThanOrEqual(Date.now() / 1000);
    });

    it('of a tile, it does not go on', async () => {
      const key = 'audit/tile/0/001.p/44';
      const tile = (await blobs.readAll(key)) as Buffer;
      await blobs.put(key, Buffer.from(tile.map((byte, at) => (at === 5 ? byte ^ 1 : byte))), { contentType: 'x' });
      await write(1);
      await expectBroken(builder(), 'the tiles differ');
    });

    it('of the checkpoint, it does not go on', async () => {
      const forged = (await files.checkpoint())?.replace('\n300\n', '\n299\n') ?? '';
      await blobs.put('audit/checkpoint', Buffer.from(forged), { contentType: 'text/plain' });
      await expect(builder().catchUp()).rejects.toThrow('Not signed by test-log');
    });
  });
});
