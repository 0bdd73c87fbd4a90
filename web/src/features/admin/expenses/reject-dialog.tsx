import type { ExpenseJson } from '@outlay/contracts';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button';
import { Textarea } from '../../../ui/controls';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { toast } from '../../../ui/toast';

export interface RejectDialogProps {
  expense: ExpenseJson;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

const FORM = 'reject-expense';

export function RejectDialog({ expense, busy, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const given = reason.trim();

  function submit() {
    if (given) onReject(given);
    else toast.error('Please provide a reason for rejection');
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Reject Expense"
      description={`${expense.expense_id}, ${expense.user_name}`}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="danger" busy={busy} disabled={!given}>
            Reject
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
        <Field label="Rejection Reason" hint="The user will see this message.">
          {(control) => (
            <Textarea
              {...control}
              ref={field}
              required
              maxLength={1000}
              rows={4}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
