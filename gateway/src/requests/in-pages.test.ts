import { inPages } from './in-pages.js';

it.each([
  [[], [[]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('many things are asked for in pages, and nothing once: %j', async (items, pages) => {
  expect(await inPages<number, number[]>(items, 2, async (page) => page)).toEqual(pages);
});
