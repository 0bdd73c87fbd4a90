import type { Decisions, Question } from './use-decisions';
import { DuplicateDialog } from './duplicate-dialog';
import { RejectDialog } from './reject-dialog';

export interface DecisionDialogsProps {
  decisions: Decisions;
  question: Question;
}

/** The question that stands before a decision. */
export default function DecisionDialogs({ decisions, question }: DecisionDialogsProps) {
  const { busy, cancel } = decisions;
  if (question.kind === 'reason') {
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
