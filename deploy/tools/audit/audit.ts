import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditPrivateKey, openReadOnlyStores, type Config } from '@outlay/composition';
import type { Finding } from '@outlay/contracts';
import { Verification, type Verified } from '@outlay/expenses';
import { openPrivateKey, openPublicKey, type Verifier } from '@outlay/transparency-log';

export type { Verified } from '@outlay/expenses';

export interface AuditOptions {
  /** A file with a checkpoint that somebody kept. */
  readonly against?: string | null;
  /** The public key, by default that of the installation. */
  readonly key?: string | null;
}

export interface Audit {
  readonly verified: Verified;
  findings(): AsyncGenerator<Finding>;
  close(): Promise<void>;
}

/** A verification of the installation that `config` names, which it only reads. @throws Error for the operator */
export async function audit(
  config: Pick<Config, 'dataDir' | 'backing' | 'auditKey'>,
  { key = null }: AuditOptions = {},
  onProgress: (verified: Verified) => void = () => undefined,
): Promise<Audit> {
  const verifier = key === null ? await installationVerifier(config) : openPublicKey(key);
  const stores = openReadOnlyStores(config.dataDir, config.backing);
  const [events, documents, blobs] = await Promise.all([stores.events(), stores.documents('expenses'), stores.blobs()]);
  const verification = new Verification({ events, documents, blobs, verifier, onProgress });
  return {
    get verified() {
      return verification.verified;
    },
    async *findings() {
      yield* verification.findings();
    },
    close: async () => {
      verification.close();
      await stores.close();
    },
  };
}

/** The key is given, or was generated in the data folder. Null if there is none. */
async function installationVerifier({
  dataDir,
  auditKey,
}: Pick<Config, 'dataDir' | 'auditKey'>): Promise<Verifier | null> {
  const file = join(dataDir, 'audit-key');
  if (auditKey === null && !existsSync(file)) return null;
  return openPrivateKey(auditPrivateKey(auditKey ?? (await readFile(file, 'utf8')))).verifier;
}
