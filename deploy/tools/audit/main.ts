import { readConfig } from '@outlay/composition';
import { findingId } from '@outlay/contracts';
import { parseArgs } from 'node:util';
import { audit, type AuditOptions } from './audit.js';
import { Progress } from './progress.js';

const USAGE = `npm run audit -- verify [--against <file>] [--key <vkey>] [--json]

  --against  a checkpoint that somebody kept, or a report with one (xlsx, zip)
  --key      the public key of the log; by default that of the installation
  --json     the result as JSON

Only reads. Exits with 0 if nothing was found, 1 with findings, 2 if it could not look.`;
const COULD_NOT_LOOK = 2;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { against: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new Error(USAGE);
  const { against = null, key = null, json } = values;
  await verify({ against, key }, json);
}

async function verify(options: AuditOptions, json: boolean): Promise<void> {
  const progress = new Progress();
  const findings = [];
  const verification = await audit(readConfig(process.env, '.'), options, (done) => progress.show(done));
  try {
    for await (const finding of verification.findings()) {
      findings.push({ id: findingId(finding), ...finding });
      progress.clear();
      if (!json) console.log(`${findingId(finding)}\n  ${finding.message}`);
    }
    progress.clear();
    const { verified } = verification;
    if (json) console.log(JSON.stringify({ ...verified, findings }, null, 2));
    else console.log(`${verified.events} events, ${verified.files} files: ${findings.length || 'no'} findings`);
    process.exitCode = findings.length > 0 ? 1 : 0;
  } finally {
    await verification.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = COULD_NOT_LOOK;
});
