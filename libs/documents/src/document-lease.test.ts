import { join } from 'node:path';
import { SeededIds, tempFolder } from '@outlay/testing';
import { jest } from '@jest/globals';
import { collectWarnings } from '@outlay/testing/warnings';
import { openDocuments } from './open-documents.js';
import { DocumentLease } from './document-lease.js';

const timing = { beatMs: 20, leaseMs: 500 };
const beatsOfLease = timing.leaseMs / timing.beatMs;

interface StoredLease {
  readonly _id: string;
  readonly holder: string | null;
  readonly beat: number;
  readonly caughtUp: boolean;
}

describe('the lease of the projector', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let running = 0;
  const calls: string[] = [];
  const opened: (() => Promise<void>)[] = [];

  const open = () => openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
  const leases = () => documents.collection<StoredLease>('leases');
  const stored = () => leases().findOne({ _id: 'read-models' });
  const giveTo = (holder: string | null) =>
    leases().updateOne({ _id: 'read-models' }, { $set: { holder, caughtUp: false }, $inc: { beat: 1 } });

  beforeEach(async () => {
    collectWarnings();
    folder = await tempFolder('lease');
    documents = await open();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
    jest.useRealTimers();
    await documents.destroy();
    await folder.remove();
    calls.length = running = 0;
  });

  async function instance(name: string, start: () => Promise<void> = async () => undefined) {
    const own = await open();
    const lease = new DocumentLease(own, 'read-models', new SeededIds(name), timing);
    await lease.compete(
      async () => {
        calls.push(`${name} starts`);
        await start();
      },
      async () => void calls.push(`${name} stops`),
    );
    running += 1;
    const release = async () => {
      await lease.release();
      running -= 1;
    };
    opened.push(async () => {
      await lease.release().catch(() => undefined);
      await own.destroy();
    });
    return { lease, release, loseConnection: () => own.destroy() };
  }

  /** Each instance checks the lease once. */
  async function beat(times = 1) {
    for (let n = 0; n < times; n += 1) {
      jest.advanceTimersByTime(timing.beatMs);
      for (let turns = 0; jest.getTimerCount() < running; turns += 1) {
        if (turns === 10_000) throw new Error('An instance no longer checks the lease');
        await new Promise(setImmediate);
      }
    }
  }

  it('is acquired by one of several instances, and all learn when it has caught up', async () => {
    const all = [await instance('a'), await instance('b'), await instance('c')];
    expect(all.map(({ lease }) => lease.isCaughtUp())).toEqual([false, false, false]);
    await beat(2 * beatsOfLease);
    expect(calls).toHaveLength(1);
    expect(all.map(({ lease }) => lease.isCaughtUp())).toEqual([false, false, false]);
    const [holder] = all.filter((_, n) => calls[0] === `${'abc'[n] ?? ''} starts`);
    await holder?.lease.announceCaughtUp();
    expect(holder?.lease.isCaughtUp()).toBe(true);
    await beat();
    expect(all.map(({ lease }) => lease.isCaughtUp())).toEqual([true, true, true]);
  });

  it('is released with the announcement of its holder, and not acquired again', async () => {
    const one = await instance('one');
    await beat();
    expect(await stored()).toMatchObject({ caughtUp: false });
    await one.lease.announceCaughtUp();
    expect(await stored()).toMatchObject({ caughtUp: true });
    await one.release();
    expect(await stored()).toMatchObject({ holder: null, caughtUp: false });
    expect(jest.getTimerCount()).toBe(0);
    expect(calls).toEqual(['one starts', 'one stops']);
  });

  it('is not acquired again when it is released while its holder starts', async () => {
    let finish = () => undefined as void;
    const one = await instance('one', () => new Promise((resolve) => (finish = resolve)));
    jest.advanceTimersByTime(timing.beatMs);
    while (calls.length === 0) await new Promise(setImmediate);
    const released = one.release();
    finish();
    await released;
    expect(jest.getTimerCount()).toBe(0);
    expect(calls).toEqual(['one starts', 'one stops']);
    expect(await stored()).toMatchObject({ holder: null });
  });

  it('is released by others without a trace', async () => {
    await instance('one');
    await beat();
    const two = await instance('two');
    await beat();
    const before = await stored();
    await two.release();
    expect(await stored()).toEqual(before);
    expect(calls).toEqual(['one starts']);
  });

  it('passes to another instance as soon as its holder releases it', async () => {
    const one = await instance('one');
    await beat();
    await instance('two');
    await beat(2 * beatsOfLease);
    await one.release();
    await beat();
    expect(calls).toEqual(['one starts', 'one stops', 'two starts']);
  });

  it('passes to one other instance when its holder cannot renew it, after the holder has stopped', async () => {
    const one = await instance('one');
    await beat();
    await one.lease.announceCaughtUp();
    const [two] = [await instance('two'), await instance('three')];
    await beat();
    expect(two.lease.isCaughtUp()).toBe(true);
    await one.loseConnection();
    await beat(beatsOfLease - 1);
    expect(calls).toEqual(['one starts']);
    await beat();
    expect(calls).toEqual(['one starts', 'one stops']);
    await beat(2);
    expect(calls).toEqual(['one starts', 'one stops', expect.stringMatching(/^(two|three) starts$/)]);
    expect(two.lease.isCaughtUp()).toBe(false);
    await beat(2 * beatsOfLease);
    expect(calls).toHaveLength(3);
  });

  it('is not known to be caught up by an instance that cannot read it', async () => {
    const one = await instance('one');
    await beat();
    await one.lease.announceCaughtUp();
    const two = await instance('two');
    await beat();
    await two.loseConnection();
    expect(two.lease.isCaughtUp()).toBe(true);
    await beat(beatsOfLease);
    expect(two.lease.isCaughtUp()).toBe(false);
    expect(one.lease.isCaughtUp()).toBe(true);
  });

  it('is not caught up for an instance that announces it before it has seen the lease', async () => {
    const { lease } = await instance('early');
    await lease.announceCaughtUp();
    expect(lease.isCaughtUp()).toBe(false);
  });

  it('is left to an instance that has acquired it meanwhile', async () => {
    const one = await instance('one');
    await beat();
    await giveTo('other');
    const before = await stored();
    await one.lease.announceCaughtUp();
    expect(await stored()).toEqual(before);
    await beat(2);
    expect(calls).toEqual(['one starts', 'one stops']);
    await one.release();
    expect(await stored()).toEqual(before);
    expect(calls).toEqual(['one starts', 'one stops']);
  });

  it('is not released by an instance that has not noticed yet that it lost it', async () => {
    const one = await instance('one');
    await beat();
    await giveTo('other');
    await one.release();
    expect(calls).toEqual(['one starts', 'one stops']);
    expect(await stored()).toMatchObject({ holder: 'other' });
  });

  it('is caught up only after another announcement when it is acquired again', async () => {
    const one = await instance('one');
    await beat();
    await one.lease.announceCaughtUp();
    await giveTo('other');
    await beat();
    await giveTo(null);
    await beat(3);
    expect(calls).toEqual(['one starts', 'one stops', 'one starts']);
    expect(one.lease.isCaughtUp()).toBe(false);
    expect(await stored()).toMatchObject({ caughtUp: false });
    await one.lease.announceCaughtUp();
    expect(one.lease.isCaughtUp()).toBe(true);
  });

  it('is acquired again when starting to project failed', async () => {
    let tries = 0;
    await instance('flaky', async () => {
      tries += 1;
      if (tries < 3) throw new Error('the checkpoint cannot be read');
    });
    await beat(5);
    expect(calls).toEqual(['flaky starts', 'flaky stops', 'flaky starts', 'flaky stops', 'flaky starts']);
  });

  it('is stopped and free after a failed start and a release', async () => {
    const one = await instance('one', () => Promise.reject(new Error('the checkpoint cannot be read')));
    await beat();
    await one.release();
    expect(calls).toEqual(['one starts', 'one stops']);
    expect(await stored()).toMatchObject({ holder: null });
  });
});
