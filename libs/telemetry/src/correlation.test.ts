import { setTimeout } from 'node:timers/promises';
import { correlated, currentCorrelation } from './correlation.js';

it('the correlation id follows asynchronous work and does not leak', async () => {
  const seen = await Promise.all(
    ['one', 'two'].map((name) =>
      correlated(name, async () => {
        await setTimeout(5);
        return currentCorrelation();
      }),
    ),
  );
  expect(seen).toEqual(['one', 'two']);
  expect(currentCorrelation()).toBeNull();
});
