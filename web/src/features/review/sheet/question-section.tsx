import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/questions';
import { BoxedExchange, MessageForm } from '#expense/question';
import { hasUnsentMessage } from '#expense/unsent-message';
import { isWaiting } from '#expense/waiting';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { useMayAct } from '#panel/use-may-act';

interface QuestionSectionProps {
  expense: ExpenseJson;
  busy: boolean;
  onAsk: (expense: ExpenseJson, question: string) => void;
}

export function QuestionSection({ expense, busy, onAsk }: QuestionSectionProps) {
  const { id: userId } = useProfile();
  const mayAct = useMayAct();
  const { question, status, user_id } = expense;
  const mayAsk = mayAct && isAllowed('ask', status) && user_id !== userId && !isWaiting(expense);
  if (!question && !mayAsk) return null;
  return (
    <section aria-label={texts.section} className="space-y-3 text-sm">
      {question && <BoxedExchange question={question} />}
      {mayAsk && <AskForm expense={expense} busy={busy} onAsk={onAsk} />}
    </section>
  );
}

function AskForm({ expense, busy, onAsk }: QuestionSectionProps) {
  const { id: userId } = useProfile();
  const [wasWriting] = useState(() => hasUnsentMessage(userId, expense.id));
  const [isOpened, setOpened] = useState(false);
  if (!wasWriting && !isOpened) {
    return (
      <Button size="sm" onClick={() => setOpened(true)}>
        {texts.ask}
      </Button>
    );
  }
  return (
    <MessageForm
      expenseId={expense.id}
      label={texts.question}
      hint={texts.questionHint}
      send={texts.send}
      busy={busy}
      isFocused={isOpened}
      onSend={(written) => onAsk(expense, written)}
    />
  );
}
