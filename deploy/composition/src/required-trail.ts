import type { AuditSecrets } from '@outlay/audit';
import { findingId, type Finding } from '@outlay/contracts';
import type { Stores } from './stores.js';
import { openTrailVerification } from './trail-verification.js';
import { UnusableStores } from './unusable-stores.js';

/** The number of findings named in a message. */
const NAMED = 5;

/** @throws UnusableStores if the read models were made from other events, or would be made from ones that were altered */
export async function requireTrail(stores: Stores, secrets: AuditSecrets): Promise<void> {
  await requireEvents(stores);
  await requireUnaltered(stores, secrets);
}

async function requireEvents(stores: Stores): Promise<void> {
  const { findMissingEvent } = await import('@outlay/expenses');
  const missing = await findMissingEvent(await stores.documents('expenses'), await stores.events());
  if (missing === null) return;
  const [events, readModel] = [stores.placeOf('eventStore'), stores.placeOf('expenses')];
  throw new UnusableStores(
    `${events} lacks ${missing}, which ${readModel} was made from. Restore both from the same backup. If there is none, ` +
      `move ${readModel} away, and answer for what is lost: npm run replay names it. The rest is made again.`,
  );
}

/** Read models of a new version are made from all events, which would hide that some were altered. */
async function requireUnaltered(stores: Stores, secrets: AuditSecrets): Promise<void> {
  const { isFilled } = await import('@outlay/expenses');
  if (await isFilled(await stores.documents('expenses'))) return;
  const { CannotVerify, logKeysOf, LogFiles, allFindings, unaccepted } = await import('@outlay/audit');
  const find = async () => {
    const keys = await logKeysOf(new LogFiles(await stores.blobs()).keyChanges, secrets);
    const { verification, close } = await openTrailVerification(stores, { keys, readModels: false, files: false });
    return unaccepted(await stores.events(), await allFindings({ findings: () => verification.findings(), close }));
  };
  const findings = await find().catch((error: unknown) => {
    if (!(error instanceof CannotVerify)) throw error;
    throw new UnusableStores(
      `${stores.placeOf('blobs')} holds a log that cannot be verified: ${error.message} Restore the audit key that signed ` +
        'it (AUDIT_KEY, or the file audit-key beside the stores), or name it as AUDIT_KEY_PREVIOUS if it changes.',
      { cause: error },
    );
  });
  if (findings.length === 0) return;
  const [events, blobs] = [stores.placeOf('eventStore'), stores.placeOf('blobs')];
  throw new UnusableStores(
    `The trail in ${events} and ${blobs} is not what was written, so that no read models are made from it: ` +
      `${described(findings)} Restore a backup, or answer for each finding: ` +
      `npm run replay -- ${acceptanceOf(findings)} --by <name> --reason <text>`,
  );
}

function described(findings: readonly Finding[]): string {
  const more = findings.length - NAMED;
  const named = findings.slice(0, NAMED).map(({ message }) => message);
  return [...named, ...(more > 0 ? [`${more} more findings, which npm run audit -- verify names.`] : [])].join(' ');
}

function acceptanceOf(findings: readonly Finding[]): string {
  const named = findings.slice(0, NAMED).map((finding) => `--accept '${findingId(finding)}'`);
  return [...named, ...(findings.length > NAMED ? ['--accept …'] : [])].join(' ');
}
