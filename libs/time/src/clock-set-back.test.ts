import { latestPossible } from './clock-set-back.js';

it('allows for clocks that differ by a minute', () => {
  expect(latestPossible(1_000_000, 10_000)).toBe(1_070_000);
});
