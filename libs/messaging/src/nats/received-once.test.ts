import { MESSAGE_LIFE_MS } from './message-seal.js';
import { ReceivedOnce } from './received-once.js';

it('a message is received once while it is valid, and then forgotten', () => {
  let now = 0;
  const received = new ReceivedOnce({ now: () => new Date(now) });
  expect(['a', 'b', 'a'].map((id) => received.isFirst(id))).toEqual([true, true, false]);
  now = 2 * MESSAGE_LIFE_MS;
  expect(received.isFirst('b')).toBe(false);
  now += 1;
  expect(['a', 'b'].map((id) => received.isFirst(id))).toEqual([true, true]);
});

it('a message is received once by all instances', async () => {
  const ids = new Set<string>();
  const shared = { isFirst: async (id: string) => ids.size !== ids.add(id).size };
  const clock = { now: () => new Date(0) };
  const [one, other] = [new ReceivedOnce(clock, shared), new ReceivedOnce(clock, shared)];
  expect(await one.isFirstOfAll('a')).toBe(true);
  expect(await other.isFirstOfAll('a')).toBe(false);
  expect(await other.isFirstOfAll('b')).toBe(true);
});
