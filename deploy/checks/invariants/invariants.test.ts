import { keptThroughKills } from './05-kept-through-kills.js';
import { onePress } from './20-one-press.js';
import { logThroughKills } from './22-log-through-kills.js';
import { CHECKS } from './checks.js';

const SCALE = 0.005;
/**
 * The full tier kills the product and presses in a browser: kept-through-kills.full.test.ts and
 * double-press.full.test.ts. `npm run checks` also kills what builds the log.
 */
const IN_THIS_PROCESS = CHECKS.filter(
  (check) => check !== keptThroughKills && check !== logThroughKills && check !== onePress,
);

/** failure-detection.test.ts and payment-answers.test.ts prove that these checks detect violations. */
describe('the invariants of the product', () => {
  it.each(IN_THIS_PROCESS.map((check) => [check.number, check.name, check] as const))(
    '%i: %s',
    async (_number, _name, check) => {
      const { tried, wrong, details } = await check.run({ seed: 1, onProgress: () => undefined }, SCALE);
      expect({ wrong, details: wrong > 0 ? details : [] }).toEqual({ wrong: 0, details: [] });
      expect(tried).toBeGreaterThan(0);
    },
    60_000,
  );
});
