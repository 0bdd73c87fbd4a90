import { DEFAULT_TIMEOUTS } from './timeouts.js';

const { append, readIdle, watchIdle, ready, reconnectPause, resubscribePause, watchInterval, watchGrace } =
  DEFAULT_TIMEOUTS;

test('a call fails within 3 s, also after the pause before reconnecting', () => {
  expect(append).toBeLessThan(3000);
  expect(reconnectPause + readIdle).toBeLessThan(3000);
});

test('readiness is known within 1 s', () => {
  expect(ready).toBeLessThan(1000);
});

test('a silent subscription resumes within 5 s', () => {
  const checksUntilSilent = 2;
  expect(checksUntilSilent * watchInterval + watchGrace + resubscribePause).toBeLessThan(5000);
});

test('a subscription whose server does not reply resumes within 5 s', () => {
  const checksUntilSilent = 2;
  expect(checksUntilSilent * watchInterval + watchIdle + resubscribePause + reconnectPause).toBeLessThan(5000);
});
