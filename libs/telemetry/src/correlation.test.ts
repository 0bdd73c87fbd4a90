import { setTimeout } from 'node:timers/promises';
import { correlated, currentCorrelation } from './correlation.js';

it('a thread’s name goes wherever its work goes, and nowhere else', async () => {
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
