import type { ExpenseJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import { useRef, useState } from 'react';
import * as texts from '#strings/review';
import * as ui from '#strings/ui';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { onePress } from '#ui/one-press';
import { toast } from '#ui/toast';
import { SaveError } from '#panel/claim-form/save-error';
import { RejectionReason } from './rejection-reason';
import type { Failure } from './use-decisions';

export interface RejectDialogProps {
  expense: ExpenseJson;
  draft: string;
  failure: Failure | null;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: (reason: string) => void;
}

const FORM = 'reject-expense';

export function RejectDialog({ expense, draft, failure, busy, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const given = isBlank(reason) ? '' : reason.trim();

  function submit() {
    if (given) onReject(given);
    else toast.error(texts.reasonMissing);
  }

  return (
    <Dialog
      open
      onClose={() => onClose(reason)}
      title={texts.rejectTitle}
      description={`${expense.expense_id}, ${expense.user_name}`}
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onClose(reason)}>{ui.cancel}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="danger"
            busy={busy}
            disabled={!given}
            {...onePress(`reject ${expense.id}`)}
          >
            {texts.reject}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RejectionReason reason={reason} field={field} onChange={setReason} onSubmit={submit} />
        {failure && (
          <div className="mt-4 space-y-2">
            <SaveError error={failure.error} fallback={failure.text} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
