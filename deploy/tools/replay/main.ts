import { readConfig, runMain, Stores } from '@outlay/composition';
import { printedFinding } from '@outlay/contracts';
import { rebuildReadModel } from '@outlay/expenses';
import { parseArgs } from 'node:util';
import { auditFindings } from '../audit/audit.js';
import { EXIT } from '../audit/exit-code.js';
import { Progress } from '../audit/progress.js';
import { acceptFindings } from './accept-findings.js';

const REFUSED = `Nothing was rebuilt, because the trail is not what was written. Keep a copy of the stores: it is the evidence.
Restore a backup, or answer for each finding: npm run replay -- --accept <finding> … --by <name> --reason <text>`;

/** `npm run replay` verifies the events, then rebuilds the read model from them. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      accept: { type: 'string', multiple: true, default: [] },
      by: { type: 'string', default: '' },
      reason: { type: 'string', default: '' },
    },
  });
  const config = readConfig(process.env, '.');
  const progress = new Progress();
  const findings = await auditFindings(config, { readModels: false }, (done) => progress.show(done)).finally(() =>
    progress.clear(),
  );
  const stores = new Stores(config.dataDir, config.backing);
  try {
    const open = await acceptFindings(stores, findings, values);
    for (const finding of open) console.log(printedFinding(finding));
    if (open.length > 0) {
      console.error(REFUSED);
      process.exitCode = EXIT.findings;
      return;
    }
    const started = performance.now();
    const onProgress = (events: number) => progress.show({ events, files: 0 });
    const result = await rebuildReadModel(await stores.documents('expenses'), await stores.events(), { onProgress });
    progress.clear();
    const seconds = (performance.now() - started) / 1000;
    const rate = Math.round(result.events / seconds).toLocaleString('en');
    console.log(
      `${result.events} events of ${result.expenses} expenses replayed in ${seconds.toFixed(2)} s (${rate}/s)`,
    );
  } finally {
    await stores.close();
  }
}

runMain(main, EXIT.couldNotLook);
