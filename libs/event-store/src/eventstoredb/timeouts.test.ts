import { DEFAULT_TIMEOUTS } from './timeouts.js';

const { append, readIdle, watchIdle, ready, reconnectPause, resubscribePause, watchInterval, recentHead, watchGrace } =
  DEFAULT_TIMEOUTS;

/** Two checks find the subscription silent, and the second one may take a head from before the silence. */
const longestUntilRead = Math.max(2 * watchInterval, watchInterval + recentHead);

test('a call fails within 3 s, also after the pause before reconnecting', () => {
  expect(append).toBeLessThan(3000);
  expect(reconnectPause + readIdle).toBeLessThan(3000);
});

test('readiness is known within 1 s', () => {
  expect(ready).toBeLessThan(1000);
});

test('a silent subscription resumes within 5 s', () => {
  expect(longestUntilRead + watchGrace + resubscribePause).toBeLessThan(5000);
});

test('a subscription whose server does not reply resumes within 5 s', () => {
  expect(longestUntilRead + watchIdle + resubscribePause + reconnectPause).toBeLessThan(5000);
});
