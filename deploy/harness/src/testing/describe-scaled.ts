import { describe } from '@jest/globals';
import { findServers, type Servers } from './servers.js';

/** Describes what holds of the scaled product; skipped where a server is missing, with the reason in its name. */
export function describeScaled(
  found: Awaited<ReturnType<typeof findServers>>,
  title: string,
  suite: (start: () => Promise<Servers>) => void,
): void {
  if (found.missing === null) return void describe(title, () => suite(found.start));
  const skipped = `${title} (skipped: ${found.missing})`;
  // Jest counts what is skipped, and names it only beside tests that ran.
  process.stderr.write(`${skipped}\n`);
  describe.skip(skipped, () => {
    suite(() => Promise.reject(new Error(found.missing)));
  });
}
