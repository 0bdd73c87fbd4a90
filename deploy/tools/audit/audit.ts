import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditPrivateKey, EMBEDDED, openReadOnlyStores, type Config } from '@outlay/composition';
import { auditTokenCheck, userCheck } from '@outlay/auth';
import type { Finding } from '@outlay/contracts';
import {
  allFindings,
  indexFindings,
  readAcceptances,
  Verification,
  type Acceptance,
  type Verified,
} from '@outlay/expenses';
import { inviteCheck } from '@outlay/invites';
import { reportFindings } from '@outlay/reports';
import { readKeptCheckpoint } from './kept-checkpoint.js';
import { openPrivateKey, openPublicKey, type Verifier } from '@outlay/transparency-log';

export type { Verified } from '@outlay/expenses';

type AuditedInstallation = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'backing' | 'auditKey'>>;

export interface AuditOptions {
  /** A file with a checkpoint that somebody kept. */
  readonly against?: string | null;
  /** The public key, by default that of the installation. */
  readonly key?: string | null;
  /** Whether the read models are compared as well; true by default. */
  readonly readModels?: boolean;
}

export interface AuditFinding extends Finding {
  /** Null: nobody has answered for it, as it is. */
  readonly accepted: Acceptance | null;
}

export interface Audit {
  readonly verified: Verified;
  findings(): AsyncGenerator<AuditFinding>;
  close(): Promise<void>;
}

/** A verification of an installation, which it only reads. @throws Error for the operator */
export async function audit(
  { dataDir, backing = EMBEDDED, auditKey = null }: AuditedInstallation,
  { key = null, against = null, readModels = true }: AuditOptions = {},
  onProgress: (verified: Verified) => void = () => undefined,
): Promise<Audit> {
  const verifier = key === null ? await installationVerifier(dataDir, auditKey) : openPublicKey(key);
  const kept = against === null ? null : await readKeptCheckpoint(against, requireKey(verifier));
  const stores = openReadOnlyStores(dataDir, backing);
  const [events, documents, reports, users, invites, blobs] = await Promise.all([
    stores.events(),
    stores.documents('expenses'),
    stores.documents('reports'),
    stores.documents('auth'),
    stores.documents('invites'),
    stores.blobs(),
  ]);
  let reportFiles = 0;
  const verified = ({ events, files }: Verified) => ({ events, files: files + reportFiles });
  const verification = new Verification({
    events,
    documents,
    blobs,
    verifier,
    kept,
    readModels,
    others: readModels
      ? [await userCheck(users, events), await auditTokenCheck(users, events), await inviteCheck(invites, events)]
      : [],
    onProgress: (done) => onProgress(verified(done)),
  });
  const onFile = () => {
    reportFiles += 1;
    onProgress(verified(verification.verified));
  };
  async function* all() {
    yield* verification.findings();
    const paymentOf = (id: string) => verification.paymentOf(id);
    yield* reportFindings({ documents: reports, blobs, paymentOf, reported: verification.reported(), onFile });
    if (readModels) for (const others of [reports, users, invites]) yield* indexFindings(others);
  }
  return {
    get verified() {
      return verified(verification.verified);
    },
    async *findings() {
      const acceptanceOf = await readAcceptances(events);
      for await (const finding of all()) yield { ...finding, accepted: acceptanceOf(finding) };
    },
    close: async () => {
      verification.close();
      await stores.close();
    },
  };
}

/** All findings at once. */
export async function auditFindings(...args: Parameters<typeof audit>): Promise<AuditFinding[]> {
  return allFindings(await audit(...args));
}

function requireKey(verifier: Verifier | null): Verifier {
  if (verifier) return verifier;
  throw new Error('The checkpoint cannot be verified without a key. Set AUDIT_KEY, or pass --key.');
}

/** From AUDIT_KEY, or from the file in the data folder. Null if there is neither. */
async function installationVerifier(dataDir: string, auditKey: string | null): Promise<Verifier | null> {
  const file = join(dataDir, 'audit-key');
  if (auditKey === null && !existsSync(file)) return null;
  return openPrivateKey(auditPrivateKey(auditKey ?? (await readFile(file, 'utf8')))).verifier;
}
