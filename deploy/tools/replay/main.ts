import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, Stores } from '@outlay/composition';
import { rebuildReadModel, verifyReadModel } from '@outlay/expenses';

/** `npm run replay` rebuilds the read model from the events; `--verify` compares it with a replay instead. */
async function main(): Promise<void> {
  const { dataDir, backing } = readConfig(process.env, '.');
  if (!backing.eventStore && !existsSync(join(dataDir, 'events.db'))) {
    throw new Error(`There are no events in ${dataDir}. Check DATA_DIR.`);
  }
  const stores = new Stores(dataDir, backing);
  const [eventStore, documents] = await Promise.all([stores.events(), stores.documents('expenses')]);
  const started = performance.now();
  const progress = (events: number) =>
    process.stderr.isTTY && process.stderr.write(`\r${events.toLocaleString('en')} events `);
  try {
    const verify = process.argv.includes('--verify');
    const result = await (verify ? verifyReadModel : rebuildReadModel)(documents, eventStore, progress);
    const seconds = (performance.now() - started) / 1000;
    const rate = Math.round(result.events / seconds).toLocaleString('en');
    console.log(
      `${result.events} events of ${result.expenses} expenses replayed in ${seconds.toFixed(2)} s (${rate}/s)`,
    );
    const { brokenAt } = result;
    console.log(
      brokenAt
        ? `The trail is broken before ${brokenAt.stream} revision ${brokenAt.revision}`
        : 'The trail is unbroken',
    );
    const differences = 'differences' in result ? (result.differences as readonly string[]) : [];
    if (verify)
      console.log(
        differences.length === 0
          ? 'The read model equals the replay'
          : `The read model differs in: ${differences.join(', ')}`,
      );
    if (brokenAt || differences.length > 0) process.exitCode = 1;
  } finally {
    await stores.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
