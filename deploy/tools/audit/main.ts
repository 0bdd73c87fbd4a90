import { readConfig, runMain, type AuditFinding } from '@outlay/composition';
import { findingId, printedFinding } from '@outlay/contracts';
import { parseArgs } from 'node:util';
import { audit, type AuditOptions } from './audit.js';
import { EXIT, exitCode } from './exit-code.js';
import { Progress } from './progress.js';

const USAGE = `npm run audit -- verify [--against <file>] [--key <vkey>] [--json]

  --against  a checkpoint that somebody kept, or a report (xlsx, zip) or proof pack (zip) with one
  --key      the public key of the log; by default that of the installation
  --json     the result as JSON

Only reads. Exits with 0 if nothing was found, 1 with findings, 2 if it could not look, 3 if somebody has accepted all of
the findings.`;

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
  const findings: (AuditFinding & { readonly id: string })[] = [];
  const verification = await audit(readConfig(process.env, '.'), options, (done) => progress.show(done));
  try {
    for await (const finding of verification.findings()) {
      findings.push({ id: findingId(finding), ...finding });
      progress.clear();
      if (!json) console.log([printedFinding(finding), ...acceptance(finding)].join('\n  '));
    }
    progress.clear();
    const { events, files } = verification.verified;
    const verified = { events, files };
    if (json) console.log(JSON.stringify({ ...verified, findings }, null, 2));
    else console.log(`${verified.events} events, ${verified.files} files: ${summary(findings)}`);
    process.exitCode = exitCode(findings);
  } finally {
    await verification.close();
  }
}

function acceptance({ accepted }: AuditFinding): string[] {
  return accepted ? [`Accepted by ${accepted.by} on ${accepted.at.slice(0, 10)}: ${accepted.reason}`] : [];
}

function summary(findings: readonly AuditFinding[]): string {
  const accepted = findings.filter((finding) => finding.accepted).length;
  return `${findings.length || 'no'} findings${accepted > 0 ? `, ${accepted} of them accepted` : ''}`;
}

runMain(main, EXIT.couldNotLook);
