import type { ExpenseJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import { useRef, useState } from 'react';
import * as texts from '#strings/review';
import * as ui from '#strings/ui';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { Textarea } from '#ui/controls';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { onePress } from '#ui/one-press';
import { toast } from '#ui/toast';
import { SaveError } from '#panel/claim-form/save-error';
import { recentReasons } from './recent-reasons';
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
  const { id: userId } = useProfile();
  const [recent] = useState(() => recentReasons(userId));
  const [reason, setReason] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const given = isBlank(reason) ? '' : reason.trim();

  function submit() {
    if (given) onReject(given);
    else toast.error(texts.reasonMissing);
  }

  function add(chosen: string) {
    setReason(given === '' || recent.includes(given) ? chosen : `${given}\n${chosen}`);
    field.current?.focus();
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
        <Field label={texts.reason} hint={texts.reasonHint}>
          {(control) => (
            <Textarea
              {...control}
              ref={field}
              required
              maxLength={1000}
              rows={4}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              onKeyDown={({ key, ctrlKey, metaKey, repeat }) =>
                key === 'Enter' && (ctrlKey || metaKey) && !repeat && submit()
              }
            />
          )}
        </Field>
        {recent.length > 0 && (
          <div role="group" aria-label={texts.recentReasons} className="mt-4">
            <p aria-hidden className="text-sm text-muted">
              {texts.recentReasons}
            </p>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {recent.map((each) => (
                <Button key={each} size="sm" className="max-w-full" title={each} onClick={() => add(each)}>
                  <span className="truncate">{each}</span>
                </Button>
              ))}
            </div>
          </div>
        )}
        {failure && (
          <div className="mt-4 space-y-2">
            <SaveError error={failure.error} fallback={failure.text} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
