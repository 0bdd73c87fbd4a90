import type { ExpenseJson, QuestionJson } from '@outlay/contracts';
import * as texts from '#strings/questions';
import { Exchange, MessageForm } from '#expense/question';
import { isWaiting } from '#expense/waiting';
import { ErrorNotice, Notice } from '#ui/notice';
import { useAnswerQuestion } from './answer-question';

export default function QuestionNotice({ expense, question }: { expense: ExpenseJson; question: QuestionJson }) {
  const { mutate, isPending, error } = useAnswerQuestion(expense);
  const isOpen = isWaiting(expense);
  return (
    <section aria-label={texts.section} className="space-y-3">
      <Notice tone={isOpen ? 'warning' : 'info'}>
        <Exchange question={question} />
      </Notice>
      {isOpen && (
        <MessageForm
          expenseId={expense.id}
          label={texts.yourAnswer}
          hint={texts.answerHint}
          send={texts.sendAnswer}
          busy={isPending}
          onSend={(answer) => mutate(answer)}
        >
          {error && <ErrorNotice error={error} fallback={texts.answerFailed} className="mt-3" />}
        </MessageForm>
      )}
    </section>
  );
}
