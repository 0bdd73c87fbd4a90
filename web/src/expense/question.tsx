import type { QuestionJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import type { ReactNode } from 'react';
import * as texts from '#strings/questions';
import { formatInstant } from '#expense/format';
import { useUnsentMessage } from '#expense/unsent-message';
import { Button } from '#ui/button';
import { Textarea } from '#ui/controls';
import { Field } from '#ui/field';

/** The question with its answer, if it has one. */
export function Exchange({ question }: { question: QuestionJson }) {
  const { text, asked_by_email, asked_at, answer, answered_at } = question;
  return (
    <dl>
      <Said by={texts.from(asked_by_email)} at={asked_at} text={text} />
      {answer !== null && <Said by={texts.answer} at={answered_at} text={answer} />}
    </dl>
  );
}

export function BoxedExchange({ question }: { question: QuestionJson }) {
  return (
    <div className="rounded-lg bg-sunken px-3 py-2.5 text-sm">
      <Exchange question={question} />
    </div>
  );
}

function Said({ by, at, text }: { by: string; at: string | null; text: string }) {
  return (
    <>
      <dt className="not-first:mt-2">
        <span className="font-semibold">{by}</span> <span className="text-xs">{formatInstant(at)}</span>
      </dt>
      <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
    </>
  );
}

interface MessageFormProps {
  expenseId: string;
  label: string;
  hint: string;
  send: string;
  busy: boolean;
  isFocused?: boolean;
  onSend: (text: string) => void;
  /** Stands before the button. */
  children?: ReactNode;
}

export function MessageForm({ expenseId, label, hint, send, busy, isFocused, onSend, children }: MessageFormProps) {
  const [text, setText] = useUnsentMessage(expenseId);
  const written = isBlank(text) ? '' : text.trim();
  const submit = () => written && !busy && onSend(written);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={label} hint={hint}>
        {(control) => (
          <Textarea
            {...control}
            autoFocus={isFocused}
            required
            maxLength={1000}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key, ctrlKey, metaKey, repeat }) =>
              key === 'Enter' && (ctrlKey || metaKey) && !repeat && submit()
            }
          />
        )}
      </Field>
      {children}
      <Button type="submit" variant="primary" size="sm" className="mt-3" busy={busy} disabled={!written}>
        {send}
      </Button>
    </form>
  );
}
