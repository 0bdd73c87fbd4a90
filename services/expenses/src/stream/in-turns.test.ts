import { inTurns } from './in-turns.js';

const numbers = Array.from({ length: 95 }, (_, index) => index);

test('returns the results in the order of the items', async () => {
  const halves = await inTurns(numbers, async (number) => number / 2);
  expect(halves).toEqual(numbers.map((number) => number / 2));
  expect(await inTurns([], async () => 1)).toEqual([]);
});

test('serves others in between, even if nothing has to be waited for', async () => {
  let served = 0;
  const timer = setInterval(() => (served += 1));
  const waits = await inTurns(numbers, async () => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    return served;
  });
  clearInterval(timer);
  expect(new Set(waits).size).toBeGreaterThan(5);
});

test('stops at the first failure', async () => {
  const begun: number[] = [];
  const failing = inTurns(numbers, async (number) => {
    begun.push(number);
    if (number === 12) throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(begun.length).toBeLessThan(30);
});
