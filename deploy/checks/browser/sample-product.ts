import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProduct } from '@outlay/harness';

const DEMO_TIMEOUT_MS = 120_000;

export async function withSampleProduct<Result>(
  origin: string | undefined,
  use: (origin: string) => Promise<Result>,
): Promise<Result> {
  if (origin) return use(origin);
  const folder = await mkdtemp(join(tmpdir(), 'outlay-browser-'));
  const product = await startProduct({ dataDir: folder, port: await freePort(), args: ['--demo'] });
  try {
    await waitForOutput(product.output, 'Outlay is running');
    return await use(product.origin);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function waitForOutput(output: () => string, words: string): Promise<void> {
  const deadline = performance.now() + DEMO_TIMEOUT_MS;
  while (!output().includes(words)) {
    if (performance.now() > deadline) throw new Error(`The sample company was not created in time:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
