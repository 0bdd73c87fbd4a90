import type { Acceptance } from '@outlay/audit';
import type { Finding, VerificationStep, VerificationView } from '@outlay/contracts';
import { alteredRows } from '@outlay/documents';
import type { Checkpoint, LogKeys } from '@outlay/transparency-log';
import type { Stores } from './stores.js';
import { openTrailVerification } from './trail-verification.js';

export interface VerificationOptions {
  /** Null is allowed only if there is no log. */
  readonly keys: LogKeys | null;
  /** A checkpoint that somebody kept. */
  readonly kept?: Checkpoint | null;
  /** Whether the read models are compared as well; true by default. */
  readonly readModels?: boolean;
}

export type InstallationProgress = Pick<
  VerificationView,
  'step' | 'percent' | 'events' | 'files' | 'position' | 'checkpoint'
>;

export interface AuditFinding extends Finding {
  /** Null: nobody has answered for it, as it is. */
  readonly accepted: Acceptance | null;
}

export interface InstallationVerification {
  readonly verified: InstallationProgress;
  findings(): AsyncGenerator<AuditFinding>;
  /** Closes the verification and the stores. */
  close(): Promise<void>;
}

/** The percentage at which each step begins. */
const BEGINS: Readonly<Record<VerificationStep, number>> = { log: 0, events: 5, 'read-models': 90, reports: 95 };

/** Compares everything in the stores that the events commit to, and only reads. */
export async function verifyInstallation(
  stores: Stores,
  { keys, kept = null, readModels = true }: VerificationOptions,
  onProgress: (verified: InstallationProgress) => void = () => undefined,
): Promise<InstallationVerification> {
  const [{ readAcceptances }, reporting] = await Promise.all([import('@outlay/audit'), import('@outlay/reports')]);
  const [events, reports, blobs] = await Promise.all([stores.events(), stores.documents('reports'), stores.blobs()]);
  let reportFiles = 0;
  let isAtReports = false;
  const verified = (): InstallationProgress => {
    const { leaves, step: latest, events, files, position, checkpoint } = verification.verified;
    const step = isAtReports ? 'reports' : latest;
    const share = step === 'events' ? Math.min(1, events / Math.max(leaves, 1)) : 0;
    const percent = Math.floor(BEGINS[step] + share * (BEGINS['read-models'] - BEGINS.events));
    return { step, percent, events, files: files + reportFiles, position, checkpoint };
  };
  const { verification, claims, close } = await openTrailVerification(stores, {
    keys,
    kept,
    readModels,
    onProgress: () => onProgress(verified()),
  });
  const onFile = () => {
    reportFiles += 1;
    onProgress(verified());
  };
  async function* all() {
    yield* verification.findings();
    if (readModels) yield* indexFindings(await stores.documents('expenses'));
    isAtReports = true;
    const paymentOf = (id: string) => claims.paymentOf(id);
    const latestReport = (id: string) => claims.latestReport(id);
    const reported = claims.reported();
    yield* reporting.reportFindings({ documents: reports, blobs, paymentOf, latestReport, reported, onFile });
    if (!readModels) return;
    for (const owner of ['reports', 'auth', 'invites', 'audit'] as const)
      yield* indexFindings(await stores.documents(owner));
  }
  return {
    get verified() {
      return verified();
    },
    async *findings() {
      const acceptanceOf = await readAcceptances(events);
      for await (const finding of all()) yield { ...finding, accepted: acceptanceOf(finding) };
    },
    close: async () => {
      close();
      await stores.close();
    },
  };
}

/** Finds documents that queries miss. */
async function* indexFindings(documents: Awaited<ReturnType<Stores['documents']>>): AsyncGenerator<Finding> {
  for await (const { collection, id } of alteredRows(documents)) {
    const message = `Queries do not find the document ${id} of ${collection} by what is in it.`;
    yield { kind: 'index-differs', place: `${collection}/${id}`, message, digest: null };
  }
}
