import type { Verification, VerificationProgress } from '@outlay/audit';
import type { ClaimChecks } from '@outlay/expenses';
import type { Checkpoint, LogKeys } from '@outlay/transparency-log';
import type { Stores } from './stores.js';

interface TrailOptions {
  /** Null is allowed only if there is no log. */
  readonly keys: LogKeys | null;
  /** A checkpoint that somebody kept. */
  readonly kept?: Checkpoint | null;
  /** Whether the read models are compared as well. */
  readonly readModels: boolean;
  /** Whether the files of receipts are compared as well; true by default. */
  readonly files?: boolean;
  readonly onProgress?: (progress: VerificationProgress) => void;
}

export interface TrailVerification {
  readonly verification: Verification;
  readonly claims: ClaimChecks;
  close(): void;
}

/** Joins the verification of the trail with what each service knows of its streams and checks of its read models. */
export async function openTrailVerification(
  stores: Stores,
  { readModels, ...options }: TrailOptions,
): Promise<TrailVerification> {
  const [{ Verification }, auth, expenses, inviting] = await Promise.all([
    import('@outlay/audit'),
    import('@outlay/auth'),
    import('@outlay/expenses'),
    import('@outlay/invites'),
  ]);
  const [events, documents, blobs] = await Promise.all([stores.events(), stores.documents('audit'), stores.blobs()]);
  const claims = new expenses.ClaimChecks(await stores.documents('expenses'), events);
  const readModelChecks = async () => {
    const [users, invites] = await Promise.all([stores.documents('auth'), stores.documents('invites')]);
    return [
      ...(await claims.ofReadModels()),
      await auth.userCheck(users, events),
      await auth.auditTokenCheck(users, events),
      await auth.accessCheck(users, events),
      await inviting.inviteCheck(invites, events),
    ];
  };
  const verification = new Verification({
    events,
    documents,
    blobs,
    kinds: [...expenses.STREAM_KINDS, ...auth.STREAM_KINDS, ...inviting.STREAM_KINDS],
    checks: [...claims.ofEvents(), ...(readModels ? await readModelChecks() : [])],
    ...options,
  });
  return {
    verification,
    claims,
    close: () => {
      verification.close();
      claims.close();
    },
  };
}
