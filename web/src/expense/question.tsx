import type { QuestionJson } from '@outlay/contracts';
import { fitting, isBlank, isolated } from '@outlay/rules';
import type { ReactNode } from 'react';
import { questionFrom } from '#strings/expense';
import * as texts from '#strings/questions';
import { formatInstant } from '#expense/format';
import { useUnsentMessage } from '#expense/unsent-message';
import { Button } from '#ui/button';
import { Textarea } from '#ui/controls';
import { Field } from '#ui/field';

/** The question with its answer, if it has one. */
export function Exchange({ question }: { question: QuestionJson }) {
  const { text, asked_by_email, mentioned, asked_at, answer, answered_at } = question;
  return (
    <dl>
      <Said
        by={questionFrom(asked_by_email)}
        at={asked_at}
        text={text}
        note={mentioned && texts.mentioning(mentioned.map(({ name }) => isolated(name)).join(', '))}
      />
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

function Said({ by, at, text, note }: { by: string; at: string | null; text: string; note?: string | undefined }) {
  return (
    <>
      <dt className="not-first:mt-2">
        <span className="font-semibold">{by}</span> <span className="text-xs">{formatInstant(at)}</span>
        {note && <span className="block text-xs">{note}</span>}
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
  /** Takes the focus from the text where an @ begins a word; false if it cannot. */
  onAt?: (from: HTMLTextAreaElement) => boolean;
  /** Stands before the button. */
  children?: ReactNode;
}

export function MessageForm({
  expenseId,
  label,
  hint,
  send,
  busy,
  isFocused,
  onSend,
  onAt,
  children,
}: MessageFormProps) {
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
            onKeyDown={(event) => {
              const { key, ctrlKey, metaKey, repeat, currentTarget: field } = event;
              if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) submit();
              const isAtWord = key === '@' && !/\S$/.test(fitting(field.value, field.selectionStart));
              if (isAtWord && onAt?.(field)) event.preventDefault();
            }}
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
