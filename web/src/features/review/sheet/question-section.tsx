import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { useRef, useState, type Ref } from 'react';
import * as texts from '#strings/questions';
import { BoxedExchange, MessageForm } from '#expense/question';
import { hasUnsentMessage, useUnsentMentions } from '#expense/unsent-message';
import { isWaiting } from '#expense/waiting';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { useMayAct } from '#panel/use-may-act';
import type { AskedOwner } from '../decisions/decide-expense';
import type { MentionHandle } from './mention-field';

const MentionField = lazyPart(() => import('./mention-field'));

interface AskFormProps {
  expense: ExpenseJson;
  /** Whether the field was opened for this claim. */
  isAsking: boolean;
  onOpen: () => void;
  busy: boolean;
  onAsk: (expense: ExpenseJson, question: AskedOwner) => void;
}

export function mayAsk(expense: ExpenseJson, userId: string): boolean {
  return isAllowed('ask', expense.status) && expense.user_id !== userId && !isWaiting(expense);
}

export function QuestionSection({ ref, ...props }: AskFormProps & { ref: Ref<HTMLElement> }) {
  const { id: userId } = useProfile();
  const isOffered = useMayAct() && mayAsk(props.expense, userId);
  const { question } = props.expense;
  if (!question && !isOffered) return null;
  return (
    <section ref={ref} aria-label={texts.section} className="space-y-3 text-sm">
      {question && <BoxedExchange question={question} />}
      {isOffered && <AskForm {...props} />}
    </section>
  );
}

function AskForm({ expense, isAsking, onOpen, busy, onAsk }: AskFormProps) {
  const { id: userId } = useProfile();
  const [mentioned, setMentioned] = useUnsentMentions(expense.id);
  const mentions = useRef<MentionHandle>(null);
  const [wasWriting] = useState(() => hasUnsentMessage(userId, expense.id));
  if (!wasWriting && !isAsking) {
    return (
      <Button size="sm" onClick={onOpen}>
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
      isFocused={isAsking}
      onAt={(from) => mentions.current?.open(from) ?? false}
      onSend={(question) => onAsk(expense, { question, mentioned })}
    >
      <MentionField ref={mentions} ownerId={expense.user_id} mentioned={mentioned} onMention={setMentioned} />
    </MessageForm>
  );
}
