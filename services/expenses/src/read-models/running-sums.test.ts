import { OutlayError } from '@outlay/contracts';
import { setImmediate } from 'node:timers/promises';
import { RunningSums } from './running-sums.js';
import type { Bucket } from './summary.js';

const one: Bucket = { status: 'paid', category: 'IT', reimbursementCurrency: 'EUR', count: 1, total: '2.50' };
const sumOf = (count: number, total: string) => [{ ...one, count, total }];

/** Slices that come when they are let, and how many were taken. */
function held() {
  const waiting: (() => void)[] = [];
  const source = {
    taken: 0,
    release: async () => {
      while (waiting.length === 0) await setImmediate();
      waiting.shift()?.();
      await setImmediate();
    },
    async *slices(count = 3, failure?: Error) {
      for (let slice = 0; slice < count; slice += 1) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        source.taken += 1;
        yield [one];
      }
      if (failure) throw failure;
    },
  };
  return source;
}
async function* atOnce(count: number, failure?: Error) {
  for (let slice = 0; slice < count; slice += 1) yield [one];
  if (failure) throw failure;
}

describe('sums that take longer than an answer', () => {
  it('are answered at once if they do not', async () => {
    expect(await new RunningSums().ask('a', () => atOnce(3))).toEqual({ buckets: sumOf(3, '7.50'), complete: true });
    expect(await new RunningSums().ask('a', () => atOnce(0))).toEqual({ buckets: [], complete: true });
  });

  it('go on for whoever asks again, and are summed once for all of them', async () => {
    const sums = new RunningSums(0);
    const source = held();
    const ask = () => sums.ask('a', () => source.slices());
    expect(await ask()).toEqual({ buckets: [], complete: false });
    await source.release();
    expect(await Promise.all([ask(), ask()])).toEqual(Array(2).fill({ buckets: sumOf(1, '2.50'), complete: false }));
    await source.release();
    await source.release();
    expect(await ask()).toEqual({ buckets: sumOf(3, '7.50'), complete: true });
    expect(source.taken).toBe(3);
  });

  it('begin anew for another key', async () => {
    const sums = new RunningSums();
    await sums.ask('version 1', () => atOnce(1));
    expect((await sums.ask('version 2', () => atOnce(2))).buckets).toEqual(sumOf(2, '5.00'));
  });

  it('end when nobody asks any more', async () => {
    const sums = new RunningSums(0, -1);
    const source = held();
    await sums.ask('a', () => source.slices());
    await source.release();
    const again = await sums.ask('a', async function* () {
      yield [one, one];
    });
    expect(again.buckets).toEqual(sumOf(2, '5.00'));
    expect(source.taken).toBe(1);
  });

  it('end when too many others are asked for', async () => {
    const sums = new RunningSums(0);
    const source = held();
    await sums.ask('first', () => source.slices());
    for (let other = 0; other < 20; other += 1) await sums.ask(`other ${other}`, () => atOnce(1));
    await source.release();
    expect((await sums.ask('first', () => atOnce(5))).buckets).toEqual(sumOf(5, '12.50'));
  });

  it('stay incomplete if a later slice is too broad, and fail if the first one is', async () => {
    const tooBroad = new OutlayError('SEARCH_TOO_BROAD', 'This search takes too long.');
    const sums = new RunningSums();
    expect(await sums.ask('a', () => atOnce(2, tooBroad))).toEqual({ buckets: sumOf(2, '5.00'), complete: false });
    await expect(sums.ask('b', () => atOnce(0, tooBroad))).rejects.toBe(tooBroad);
  });

  it('are summed again after another failure', async () => {
    const sums = new RunningSums();
    await expect(sums.ask('a', () => atOnce(2, new Error('The store is down')))).rejects.toThrow('The store is down');
    expect(await sums.ask('a', () => atOnce(2))).toEqual({ buckets: sumOf(2, '5.00'), complete: true });
  });
});
