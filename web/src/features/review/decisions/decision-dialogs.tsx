import type { Decisions } from './use-decisions';
import type { Question } from './use-question';
import { DuplicateDialog } from '../duplicates/duplicate-dialog';
import { RejectDialog } from './reject-dialog';

export interface DecisionDialogsProps {
  decisions: Decisions;
  question: Question;
}

export default function DecisionDialogs({ decisions, question }: DecisionDialogsProps) {
  const { cancel, failure } = decisions;
  const busy = decisions.isDeciding(question.expense);
  if (question.kind === 'reason') {
    const { expense, draft } = question;
    return (
      <RejectDialog
        expense={expense}
        draft={draft}
        failure={failure?.expenseId === expense.id ? failure : null}
        busy={busy}
        onReject={(reason) => decisions.reject(expense, reason)}
        onClose={(reason) => decisions.postpone(expense, reason)}
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
