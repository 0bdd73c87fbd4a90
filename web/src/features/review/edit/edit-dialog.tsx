import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-edit';
import { ClaimDialog } from '#panel/claim-form/claim-dialog';
import { EditFields } from './edit-fields';
import { useEditForm } from './use-edit-form';

export interface EditProps {
  /** The state when the form opened: a later change is a conflict and must not alter the form. */
  expense: ExpenseJson;
  onClose: () => void;
}

/** The form without the sheet, as a row of the list opens it. */
export default function EditDialog({ expense: first, onClose }: EditProps) {
  const form = useEditForm(first, onClose);
  const { expense } = form;
  return (
    <ClaimDialog
      title={texts.title}
      description={texts.subject(expense.expense_id, expense.user_name)}
      action={texts.save}
      canSend={form.canSave}
      isSending={form.isSaving}
      onBlur={form.onBlur}
      onSend={form.save}
      onClose={onClose}
    >
      <EditFields form={form} />
    </ClaimDialog>
  );
}
