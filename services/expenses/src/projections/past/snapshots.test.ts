import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openEventStore } from '@outlay/event-store';
import { eventually, tempFolder, TestClock } from '@outlay/testing';
import type { PastEnd } from '@outlay/event-sourcing';
import { collectWarnings } from '@outlay/testing/warnings';
import type { PastQuery } from './snapshot.js';
import { Snapshots } from './snapshots.js';

const query: PastQuery = { kind: 'receipt', fileName: 'none.pdf' };
const instant = (day: number): PastEnd => ({ asOf: `2020-01-${String(day).padStart(2, '0')}T00:00:00.000Z` });

/** Snapshots that are made when the test says so, and answer with nothing. */
function snapshotsOnDemand() {
  const started: { readonly end: PastEnd; readonly finish: () => void; isEnded: boolean }[] = [];
  const clock = new TestClock();
  const snapshots = new Snapshots({ file: '' }, clock, ({ end }, onEnd) => {
    let resolve = () => {};
    const made = new Promise<void>((resolveMade) => {
      resolve = resolveMade;
    });
    const snapshot = { made, isReady: false, progress: 0, ask: async () => null as never, end: async () => leave() };
    const leave = async () => {
      record.isEnded = true;
      await null;
      snapshot.isReady = false;
      onEnd();
      resolve();
    };
    const finish = () => {
      snapshot.isReady = true;
      resolve();
    };
    const record = { end, finish, isEnded: false };
    started.push(record);
    return snapshot;
  });
  const ask = (person: string, day: number) => snapshots.ask(instant(day), query, person).catch(({ code }) => code);
  /** The snapshots that have not ended. */
  const kept = () => started.filter(({ isEnded }) => !isEnded).map(({ end }) => end);
  return {
    started,
    ask,
    kept,
    forward: (ms: number) => clock.advance({ seconds: ms / 1000 }),
    close: () => snapshots.onApplicationShutdown(),
  };
}

describe('snapshots that several people ask for', () => {
  it('are made one at a time for each, so that a person with many instants leaves the others their turn', async () => {
    const { started, ask, close } = snapshotsOnDemand();
    const greedy = [1, 2, 3, 4, 5].map((day) => ask('mia', day));
    const others = [ask('ann', 11), ask('bob', 12)];
    expect(started.map(({ end }) => end)).toEqual([instant(1), instant(11), instant(12)]);
    for (const { finish } of [...started]) finish();
    expect(await Promise.all([greedy[0], ...others])).toEqual([null, null, null]);
    await close();
  });

  it('are started in the order in which people asked, once per instant, and stay until those were answered', async () => {
    const { started, ask, forward, close } = snapshotsOnDemand();
    const first = [ask('ann', 1), ask('bob', 2), ask('cid', 3), ask('dan', 4), ask('eve', 5), ask('fay', 4)];
    started[1]?.finish();
    expect(await first[1]).toBeNull();
    expect(started).toHaveLength(3);
    forward(5_000);
    expect(await ask('bob', 2)).toBeNull();
    void ask('fay', 4);
    await eventually(() => started.length === 4);
    started[3]?.finish();
    expect(await Promise.all([first[3], first[5]])).toEqual([null, null]);
    expect(started.map(({ end }) => end)).toEqual([1, 2, 3, 4].map(instant));
    forward(5_000);
    void ask('eve', 5);
    await eventually(() => started.length === 5);
    expect(started[4]?.end).toEqual(instant(5));
    await close();
  });

  it('of one person leave room for another at once', async () => {
    const { started, ask, kept, close } = snapshotsOnDemand();
    for (const day of [2, 3, 4]) {
      const asked = ask('mia', day);
      started.at(-1)?.finish();
      expect(await asked).toBeNull();
    }
    expect(kept()).toEqual([instant(3), instant(4)]);
    void ask('bob', 5);
    expect(kept()).toEqual([instant(3), instant(4), instant(5)]);
    await close();
  });
});

describe('snapshots of the past', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeEach(async () => {
    folder = await tempFolder('snapshots');
  });
  afterEach(() => folder.remove());

  it('that cannot be made are refused with the cause in the log, and made once that is possible', async () => {
    const warnings = collectWarnings();
    const file = join(folder.path, 'events.db');
    await mkdir(file);
    const snapshots = new Snapshots({ file }, new TestClock());
    const ask = () =>
      snapshots
        .ask({ asOf: '2020-01-01T00:00:00.000Z' }, { kind: 'receipt', fileName: 'none.pdf' }, 'ann')
        .catch(({ code }: { code: string }) => code);
    await eventually(async () => (await ask()) === 'SERVICE_UNAVAILABLE');
    expect(warnings[0]).toMatch('Reading the past failed: EventStoreUnavailable');

    await rmdir(file);
    await (await openEventStore({ file })).close();
    await eventually(async () => (await ask()) === null);
    await snapshots.onApplicationShutdown();
  });
});
