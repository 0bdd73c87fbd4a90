import { isBlank } from '@outlay/rules';
import { useRef, useState } from 'react';
import * as texts from '#strings/review';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { WordsDialog, type WordedProps } from './words-dialog';

/** Enter in the field reverts, so that a reversal without a note is two keys. */
export function RevertDialog({ draft, onDecide, onClose, ...props }: WordedProps) {
  const [note, setNote] = useState(draft);
  const field = useRef<HTMLInputElement>(null);
  return (
    <WordsDialog
      {...props}
      kind="revert"
      title={texts.revertTitle}
      action={texts.revert}
      variant="primary"
      initialFocus={field}
      onSubmit={() => onDecide(isBlank(note) ? '' : note.trim())}
      onClose={() => onClose(note)}
    >
      <Field label={texts.note} hint={texts.noteHint}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            maxLength={1000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </WordsDialog>
  );
}
