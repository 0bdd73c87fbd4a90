import type { Decisions } from './use-decisions';
import type { Question } from './use-question';
import { DuplicateDialog } from '../duplicates/duplicate-dialog';
import { RejectDialog } from './reject-dialog';
import { RevertDialog } from './revert-dialog';

export interface DecisionDialogsProps {
  decisions: Decisions;
  question: Question;
}

export default function DecisionDialogs({ decisions, question }: DecisionDialogsProps) {
  const { cancel, failure } = decisions;
  const busy = decisions.isDeciding(question.expense);
  if (question.kind !== 'duplicates') {
    const { kind, expense, draft } = question;
    const WordedDialog = kind === 'reject' ? RejectDialog : RevertDialog;
    return (
      <WordedDialog
        expense={expense}
        draft={draft}
        failure={failure?.expenseId === expense.id ? failure : null}
        busy={busy}
        onDecide={(words) => decisions[kind](expense, words)}
        onClose={(words) => decisions.postpone(kind, expense, words)}
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
