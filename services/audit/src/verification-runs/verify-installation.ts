import type { VerificationFinding, VerificationView } from '@outlay/contracts';

export type VerificationMessage =
  | { readonly progress: Pick<VerificationView, 'step' | 'percent' | 'events' | 'files' | 'position' | 'checkpoint'> }
  | { readonly finding: VerificationFinding };

/**
 * Compares everything that the events commit to, also in the stores of other services, and only reads.
 * @throws CannotVerify with a sentence for the caller; the errors of stores that cannot be read
 */
export type VerifyInstallation = (post: (message: VerificationMessage) => void, stopping: AbortSignal) => Promise<void>;
