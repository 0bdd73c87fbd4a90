import type { Decisions } from './use-decisions';
import { DuplicateDialog } from './duplicate-dialog';
import { RejectDialog } from './reject-dialog';

/** The question that stands before a decision, if any. */
export function DecisionDialogs({ decisions }: { decisions: Decisions }) {
  const { question, busy, cancel } = decisions;
  if (question?.kind === 'reason') {
    const { expense } = question;
    return (
      <RejectDialog
        expense={expense}
        busy={busy}
        onReject={(reason) => decisions.reject(expense, reason)}
        onClose={cancel}
      />
    );
  }
  if (question?.kind === 'duplicates') {
    const { expense, duplicates } = question;
    return (
      <DuplicateDialog
        expense={expense}
        duplicates={duplicates}
        busy={busy}
        onApprove={() => decisions.approveAnyway(expense)}
        onClose={cancel}
      />
    );
  }
  return null;
}
