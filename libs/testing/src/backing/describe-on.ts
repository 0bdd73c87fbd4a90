import { describe } from '@jest/globals';
import type { Backing, FoundBacking } from './backing.js';

export function describeOn(found: Backing, title: string, suite: (start: FoundBacking['start']) => void): void {
  if (found.missing === null) {
    describe(`${title} (${found.product})`, () => suite(found.start));
    return;
  }
  const skipped = `${title} (skipped: ${found.missing})`;
  // Jest does not print the names of skipped suites.
  process.stderr.write(`${skipped}\n`);
  describe.skip(skipped, () => {
    suite(async () => {
      throw new Error(found.missing);
    });
  });
}
