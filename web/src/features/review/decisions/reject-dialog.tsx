import { isBlank } from '@outlay/rules';
import { useRef, useState } from 'react';
import * as texts from '#strings/review';
import { toast } from '#ui/toast';
import { RejectionReason } from './rejection-reason';
import { WordsDialog, type WordedProps } from './words-dialog';

export function RejectDialog({ draft, onDecide, onClose, ...props }: WordedProps) {
  const [reason, setReason] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const given = isBlank(reason) ? '' : reason.trim();

  function submit() {
    if (given) onDecide(given);
    else toast.error(texts.reasonMissing);
  }

  return (
    <WordsDialog
      {...props}
      kind="reject"
      title={texts.rejectTitle}
      action={texts.reject}
      variant="danger"
      isIncomplete={!given}
      initialFocus={field}
      onSubmit={submit}
      onClose={() => onClose(reason)}
    >
      <RejectionReason reason={reason} field={field} onChange={setReason} onSubmit={submit} />
    </WordsDialog>
  );
}
