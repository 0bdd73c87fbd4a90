import { jest } from '@jest/globals';
import type { Position, RecordedEvent } from '../event-store.js';
import { Watchdog, type Log } from './watchdog.js';

const TIMEOUTS = { watchInterval: 1000, watchGrace: 300, watchIdle: 500 };
const PREFIXES = ['expense-', '$$expense-'];

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A feed that has caught up at position 5 of a log whose last event, at 9, matches and has not arrived. */
function watching({ feed: feedState = {}, log: logState = {} }: { feed?: object; log?: Partial<Log> } = {}) {
  const failures: (Error | undefined)[] = [];
  const feed = {
    isCaughtUp: true,
    scannedTo: '5' as string | null,
    fail: (reason?: Error) => void failures.push(reason),
    ...feedState,
  };
  const checkedAfter: (string | null)[] = [];
  const log: Log = {
    recentHead: async () => '9',
    read: async ({ prefixes, after, limit }, idleMs) => {
      expect({ prefixes, limit, idleMs }).toEqual({ prefixes: PREFIXES, limit: 1, idleMs: TIMEOUTS.watchIdle });
      checkedAfter.push(after);
      return [{ position: '9' } as RecordedEvent];
    },
    ...logState,
  };
  const watchdog = new Watchdog(feed, log, PREFIXES, TIMEOUTS);
  return { failures, checkedAfter, watchdog };
}

test('fails a silent feed that has missed an event, after two checks and the grace period', async () => {
  const { failures, checkedAfter } = watching();
  await jest.advanceTimersByTimeAsync(2299);
  expect(failures).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(failures).toEqual([new Error('The subscription has gone silent')]);
  expect(checkedAfter).toEqual(['5']);
});

test('leaves a feed alone that receives something between two checks', async () => {
  const { failures, checkedAfter, watchdog } = watching();
  for (let check = 0; check < 5; check += 1) {
    await jest.advanceTimersByTimeAsync(1000);
    watchdog.refresh();
  }
  expect(failures).toEqual([]);
  expect(checkedAfter).toEqual([]);
});

test('leaves a feed alone that receives something in the grace period', async () => {
  const { failures, watchdog } = watching();
  await jest.advanceTimersByTimeAsync(2100);
  watchdog.refresh();
  await jest.advanceTimersByTimeAsync(200);
  expect(failures).toEqual([]);
});

test('does not check again up to a head without matching events', async () => {
  let head = '9';
  const checks: (Position | null)[] = [];
  const { failures } = watching({
    log: {
      recentHead: async () => head,
      read: async ({ after }) => {
        checks.push(after);
        return [];
      },
    },
  });
  await jest.advanceTimersByTimeAsync(5000);
  expect(checks).toHaveLength(1);
  head = '10';
  await jest.advanceTimersByTimeAsync(3000);
  expect(checks).toHaveLength(2);
  expect(failures).toEqual([]);
});

test('leaves a feed of an empty log alone', async () => {
  const { failures, checkedAfter } = watching({ log: { recentHead: async () => null } });
  await jest.advanceTimersByTimeAsync(5000);
  expect(failures).toEqual([]);
  expect(checkedAfter).toEqual([]);
});

test('fails a feed that has not caught up after three silent checks, without reading the log', async () => {
  const { failures, checkedAfter } = watching({ feed: { isCaughtUp: false } });
  await jest.advanceTimersByTimeAsync(2999);
  expect(failures).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(failures).toHaveLength(1);
  expect(checkedAfter).toEqual([]);
});

test('fails the feed if the log cannot be read', async () => {
  const { failures } = watching({ log: { recentHead: () => Promise.reject(new Error('unreachable')) } });
  await jest.advanceTimersByTimeAsync(2000);
  expect(failures).toEqual([new Error('The subscription has gone silent')]);
});

test('checks nothing once stopped', async () => {
  const { failures, watchdog } = watching();
  watchdog.stop();
  await jest.advanceTimersByTimeAsync(5000);
  expect(failures).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});
