import { describe } from '@jest/globals';
import { findServers, type Servers } from './servers.js';

export function describeScaled(
  found: Awaited<ReturnType<typeof findServers>>,
  title: string,
  suite: (start: () => Promise<Servers>) => void,
): void {
  if (found.missing === null) return void describe(`${title} (${found.products.join(', ')})`, () => suite(found.start));
  const skippedTitle = `${title} (skipped: ${found.missing})`;
  // Jest only names skipped tests in files where others ran.
  process.stderr.write(`${skippedTitle}\n`);
  describe.skip(skippedTitle, () => {
    suite(() => Promise.reject(new Error(found.missing)));
  });
}
