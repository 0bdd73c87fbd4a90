import { describe } from '@jest/globals';
import type { Backing, FoundBacking } from './backing.js';

/** Describes what holds on a real server; skipped where there is none, with the reason in its name. */
export function describeOn(found: Backing, title: string, suite: (start: FoundBacking['start']) => void): void {
  if (found.missing === null) {
    describe(`${title} (${found.product})`, () => suite(found.start));
    return;
  }
  const skipped = `${title} (skipped: ${found.missing})`;
  // Jest counts what is skipped, and names it only beside tests that ran.
  process.stderr.write(`${skipped}\n`);
  describe.skip(skipped, () => {
    suite(async () => {
      throw new Error(found.missing);
    });
  });
}
