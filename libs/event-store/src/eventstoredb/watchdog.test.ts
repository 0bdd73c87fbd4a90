import { jest } from '@jest/globals';
import { Watchdog, type Log } from './watchdog.js';

const TIMEOUTS = { watchInterval: 1000, watchGrace: 300 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A feed that has caught up at position 5 of a log whose last event, at 9, matches and has not arrived. */
function watching({ feed: feedState = {}, log: logState = {} }: { feed?: object; log?: Partial<Log> } = {}) {
  const failures: (Error | undefined)[] = [];
  const feed = {
    isIdle: true,
    isCaughtUp: true,
    scannedTo: '5' as string | null,
    fail: (reason?: Error) => void failures.push(reason),
    ...feedState,
  };
  const checkedAfter: (string | null)[] = [];
  const log: Log = {
    head: async () => '9',
    hasMatchesAfter: async (position) => {
      checkedAfter.push(position);
      return true;
    },
    ...logState,
  };
  const watchdog = new Watchdog(feed, log, TIMEOUTS);
  return { feed, failures, checkedAfter, watchdog };
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

test.each([
  ['receives something', ({ watchdog }: ReturnType<typeof watching>) => watchdog.refresh()],
  ['is handling an event', ({ feed }: ReturnType<typeof watching>) => void (feed.isIdle = false)],
])('leaves a feed alone that %s in the grace period', async (_, happen) => {
  const watched = watching();
  await jest.advanceTimersByTimeAsync(2100);
  happen(watched);
  await jest.advanceTimersByTimeAsync(200);
  expect(watched.failures).toEqual([]);
});

test('does not check a feed whose handler is busy', async () => {
  const { failures, checkedAfter } = watching({ feed: { isIdle: false } });
  await jest.advanceTimersByTimeAsync(5000);
  expect(failures).toEqual([]);
  expect(checkedAfter).toEqual([]);
});

test('does not check again up to a head without matching events', async () => {
  let head = '9';
  const checks: (string | null)[] = [];
  const { failures } = watching({
    log: {
      head: async () => head,
      hasMatchesAfter: async (position) => {
        checks.push(position);
        return false;
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
  const { failures, checkedAfter } = watching({ log: { head: async () => null } });
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
  const { failures } = watching({ log: { head: () => Promise.reject(new Error('unreachable')) } });
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
