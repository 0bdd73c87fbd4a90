import { join } from 'node:path';
import { openDocuments } from '@outlay/documents';
import { SeededIds, eventually, tempFolder } from '@outlay/testing';
import { ProjectorLease } from './projector-lease.js';

const timing = { beatMs: 20, leaseMs: 500 };

describe('the lease of the projector', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  const opened: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    folder = await tempFolder('lease');
  });
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
    await folder.remove();
  });

  async function instance(name: string, leaseMs = timing.leaseMs) {
    const documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    const lease = new ProjectorLease(documents, 'read-models', new SeededIds(name), { ...timing, leaseMs });
    const calls: ('started' | 'stopped')[] = [];
    await lease.compete(
      async () => void calls.push('started'),
      async () => void calls.push('stopped'),
    );
    const crash = () => documents.destroy();
    opened.push(async () => {
      await lease.release().catch(() => undefined);
      await documents.destroy();
    });
    const leases = documents.collection<{ _id: string; holder: string | null; beat: number; caughtUp: boolean }>(
      'leases',
    );
    const stored = () => leases.findOne({ _id: 'read-models' });
    return { lease, calls, crash, stored, projects: () => calls.at(-1) === 'started' };
  }

  async function renewals(of: Pick<Awaited<ReturnType<typeof instance>>, 'stored'>, count: number) {
    const before = (await of.stored())?.beat ?? 0;
    await eventually(async () => ((await of.stored())?.beat ?? 0) >= before + count);
  }

  it('one of several instances projects, and all learn when it has caught up', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map((name) => instance(name)));
    const holder = await eventually(() => all.find(({ projects }) => projects()));
    await renewals(holder, timing.leaseMs / timing.beatMs + 1);
    expect(all.flatMap(({ calls }) => calls)).toEqual(['started']);
    expect(all.some(({ lease }) => lease.isCaughtUp())).toBe(false);
    await holder.lease.announceCaughtUp();
    await eventually(() => all.every(({ lease }) => lease.isCaughtUp()));
  });

  it('is released with the announcement of its holder, and not acquired again', async () => {
    const one = await instance('one');
    await eventually(() => one.projects());
    const { stored } = one;
    expect(await stored()).toMatchObject({ caughtUp: false });
    await one.lease.announceCaughtUp();
    expect(one.lease.isCaughtUp()).toBe(true);
    expect(await stored()).toMatchObject({ caughtUp: true });
    await one.lease.release();
    expect(await stored()).toMatchObject({ holder: null, caughtUp: false });
    const two = await instance('two');
    await eventually(() => two.projects());
    await renewals(two, 3);
    expect(one.calls).toEqual(['started', 'stopped']);
    expect(two.calls).toEqual(['started']);
  });

  it('is released by others without a trace', async () => {
    const one = await instance('one');
    await eventually(() => one.projects());
    const two = await instance('two');
    await two.lease.release();
    expect(two.calls).toEqual([]);
    expect(one.projects()).toBe(true);
  });

  it('passes to another instance when its holder releases it, long before it would expire', async () => {
    const anHour = 3_600_000;
    const one = await instance('one', anHour);
    await eventually(() => one.projects());
    const two = await instance('two', anHour);
    await renewals(one, 3);
    expect(two.calls).toEqual([]);
    await one.lease.release();
    expect(one.calls).toEqual(['started', 'stopped']);
    await eventually(() => two.projects());
  });

  it('passes to another instance when its holder stops renewing it, and the holder stops projecting', async () => {
    const one = await instance('one');
    await eventually(() => one.projects());
    await one.lease.announceCaughtUp();
    const two = await instance('two');
    await eventually(() => two.lease.isCaughtUp());
    await one.crash();
    await eventually(() => two.projects());
    await eventually(() => one.calls.at(-1) === 'stopped');
    expect(two.lease.isCaughtUp()).toBe(false);
  });

  it('is acquired again when starting to project failed', async () => {
    const documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    const lease = new ProjectorLease(documents, 'read-models', new SeededIds('flaky'), timing);
    let tries = 0;
    await lease.compete(
      async () => {
        tries += 1;
        if (tries < 3) throw new Error('the checkpoint cannot be read');
      },
      async () => undefined,
    );
    opened.push(async () => {
      await lease.release();
      await documents.destroy();
    });
    await eventually(() => tries === 3);
  });
});
