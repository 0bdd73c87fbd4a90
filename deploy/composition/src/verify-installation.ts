import type { Finding, VerificationStep, VerificationView } from '@outlay/contracts';
import type { Acceptance } from '@outlay/expenses';
import type { Checkpoint, LogKeys } from '@outlay/transparency-log';
import type { Stores } from './stores.js';

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
  const [auth, { indexFindings, readAcceptances, Verification }, inviting, reporting] = await Promise.all([
    import('@outlay/auth'),
    import('@outlay/expenses'),
    import('@outlay/invites'),
    import('@outlay/reports'),
  ]);
  const [events, documents, reports, users, invites, blobs] = await Promise.all([
    stores.events(),
    stores.documents('expenses'),
    stores.documents('reports'),
    stores.documents('auth'),
    stores.documents('invites'),
    stores.blobs(),
  ]);
  let reportFiles = 0;
  let isAtReports = false;
  const verified = (): InstallationProgress => {
    const { leaves, step: latest, events, files, position, checkpoint } = verification.verified;
    const step = isAtReports ? 'reports' : latest;
    const share = step === 'events' ? Math.min(1, events / Math.max(leaves, 1)) : 0;
    const percent = Math.floor(BEGINS[step] + share * (BEGINS['read-models'] - BEGINS.events));
    return { step, percent, events, files: files + reportFiles, position, checkpoint };
  };
  const verification = new Verification({
    events,
    documents,
    blobs,
    keys,
    kept,
    readModels,
    kinds: [...auth.STREAM_KINDS, ...inviting.STREAM_KINDS],
    others: readModels
      ? [
          await auth.userCheck(users, events),
          await auth.auditTokenCheck(users, events),
          await auth.accessCheck(users, events),
          await inviting.inviteCheck(invites, events),
        ]
      : [],
    onProgress: () => onProgress(verified()),
  });
  const onFile = () => {
    reportFiles += 1;
    onProgress(verified());
  };
  async function* all() {
    yield* verification.findings();
    isAtReports = true;
    const paymentOf = (id: string) => verification.paymentOf(id);
    const latestReport = (id: string) => verification.latestReport(id);
    const reported = verification.reported();
    yield* reporting.reportFindings({ documents: reports, blobs, paymentOf, latestReport, reported, onFile });
    if (readModels) for (const others of [reports, users, invites]) yield* indexFindings(others);
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
      verification.close();
      await stores.close();
    },
  };
}
