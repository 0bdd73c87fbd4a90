import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/my-expenses';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Notice } from '#ui/notice';
import { toast } from '#ui/toast';
import { useDeleteDraft } from './delete-draft';

export interface DeleteDraftDialogProps {
  expense: ExpenseJson;
  onClose: () => void;
  onDeleted: () => void;
}

export default function DeleteDraftDialog({ expense, onClose, onDeleted }: DeleteDraftDialogProps) {
  const deletion = useDeleteDraft();
  const confirm = () =>
    deletion.mutate(expense.id, {
      onSuccess: () => {
        toast.success(texts.deleted);
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      open
      danger
      title={texts.deleteTitle}
      confirmLabel={texts.deleteIt}
      busy={deletion.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{texts.deleteAsked}</p>
      <p className="mt-1 text-sm text-muted">{expense.justification ?? expense.expense_id}</p>
      {deletion.isError && (
        <Notice tone="error" className="mt-3">
          {texts.deleteFailed}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
