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

  /** An instance that competes for the lease, on a connection of its own. */
  async function instance(name: string) {
    const documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    const lease = new ProjectorLease(documents, 'read-models', new SeededIds(name), timing);
    const spells: ('begun' | 'ended')[] = [];
    await lease.compete(
      async () => void spells.push('begun'),
      async () => void spells.push('ended'),
    );
    const die = async () => {
      // Its beats fail from here on, as do a dead process's.
      await documents.destroy();
    };
    opened.push(async () => {
      await lease.leave().catch(() => undefined);
      await documents.destroy();
    });
    return { lease, spells, die, projects: () => spells.at(-1) === 'begun' };
  }

  it('lets one of several project, and tells all when that one has caught up', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map(instance));
    await eventually(() => all.some(({ projects }) => projects()));
    // Long enough for another to try.
    await new Promise((resolve) => setTimeout(resolve, 3 * timing.leaseMs));
    expect(all.filter(({ projects }) => projects())).toHaveLength(1);
    expect(all.some(({ lease }) => lease.isCaughtUp())).toBe(false);
    await all.find(({ projects }) => projects())?.lease.announceCaughtUp();
    await eventually(() => all.every(({ lease }) => lease.isCaughtUp()));
  });

  it('passes to another at once when its holder leaves', async () => {
    const one = await instance('one');
    await eventually(() => one.projects());
    const two = await instance('two');
    await new Promise((resolve) => setTimeout(resolve, 3 * timing.beatMs));
    expect(two.projects()).toBe(false);
    const left = performance.now();
    await one.lease.leave();
    expect(one.spells).toEqual(['begun', 'ended']);
    await eventually(() => two.projects());
    expect(performance.now() - left).toBeLessThan(timing.leaseMs);
  });

  it('passes to another when its holder is silent, which then ends by itself', async () => {
    const one = await instance('one');
    await eventually(() => one.projects());
    await one.lease.announceCaughtUp();
    const two = await instance('two');
    await eventually(() => two.lease.isCaughtUp());
    await one.die();
    await eventually(() => two.projects());
    await eventually(() => one.spells.at(-1) === 'ended');
    // What the one before had caught up with is said by the one that projects now, once it has.
    expect(two.lease.isCaughtUp()).toBe(false);
  });

  it('is begun again by a holder whose beginning failed', async () => {
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
      await lease.leave();
      await documents.destroy();
    });
    await eventually(() => tries === 3);
  });
});
