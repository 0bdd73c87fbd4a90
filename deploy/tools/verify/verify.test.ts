import { CHECKS } from './checks.js';

const SCALE = 0.005;

/** failure-detection.test.ts proves that these checks detect violations. */
describe('the invariants of the product', () => {
  it.each(CHECKS.map((check) => [check.number, check.name, check] as const))(
    '%i: %s',
    async (_number, _name, check) => {
      const { tried, wrong, details } = await check.run({ seed: 1, onProgress: () => undefined }, SCALE);
      expect({ wrong, details: wrong > 0 ? details : [] }).toEqual({ wrong: 0, details: [] });
      expect(tried).toBeGreaterThan(0);
    },
    60_000,
  );
});
