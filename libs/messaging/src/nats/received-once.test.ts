import { SIGNATURE_LIFE_MS } from './message-signer.js';
import { ReceivedOnce } from './received-once.js';

it('a signature is received once while it is valid, and then forgotten', () => {
  let now = 0;
  const received = new ReceivedOnce({ now: () => new Date(now) });
  expect(['a', 'b', 'a'].map((signature) => received.isFirst(signature))).toEqual([true, true, false]);
  now = 2 * SIGNATURE_LIFE_MS;
  expect(received.isFirst('b')).toBe(false);
  now += 1;
  expect(['a', 'b'].map((signature) => received.isFirst(signature))).toEqual([true, true]);
});
