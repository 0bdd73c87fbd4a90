import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-edit';
import { currencyOf } from '#expense/claim-values';
import { Notice } from '#ui/notice';
import { ClaimDialog } from '#panel/claim-form/claim-dialog';
import { ClaimRate } from '#panel/claim-form/claim-rate';
import { MetadataFields } from '#panel/claim-form/metadata-fields';
import { OriginalFields } from '#panel/claim-form/original-fields';
import { SaveError } from '#panel/claim-form/save-error';
import { Section } from '#panel/claim-form/section';
import { ConflictNotice } from './conflict-notice';
import { movesRate } from './edit-outcome';
import { OverrideBox } from './override-box';
import { ReimbursementFields } from './reimbursement-fields';
import { useEditForm } from './use-edit-form';

export interface EditDialogProps {
  /** As it is opened: what the list hears of it meanwhile is a conflict, and not slipped under what is typed. */
  expense: ExpenseJson;
  onClose: () => void;
}

/** A super admin's corrections; only what was changed is sent. */
export default function EditDialog({ expense: first, onClose }: EditDialogProps) {
  const form = useEditForm(first, onClose);
  const { expense, values, errors, change, isPaid } = form;
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
      {isPaid && <Notice tone="info">{texts.paid}</Notice>}
      <Section title={texts.original}>
        <OriginalFields values={values} errors={errors} disabled={isPaid} today={form.today} onChange={change} />
        <ClaimRate rate={form.rate} currency={currencyOf(values)} to={expense.reimbursement_currency} />
        <OverrideBox
          expense={expense}
          isOutdated={movesRate(form.changed)}
          cleared={values.clearOverride}
          disabled={isPaid}
          onClear={(clearOverride) => change({ clearOverride })}
        />
      </Section>
      <Section title={texts.reimbursementTitle}>
        <ReimbursementFields
          expense={expense}
          values={values}
          outcome={form.outcome}
          errors={errors}
          disabled={isPaid}
          onChange={change}
        />
      </Section>
      <Section title={texts.details}>
        <MetadataFields
          values={values}
          errors={errors}
          disabled={isPaid}
          category={expense.type ?? ''}
          onChange={change}
        />
      </Section>
      {form.isRebased && !form.error && (
        // Where the button was that brought it here: the focus goes on from there.
        <div tabIndex={-1} ref={takeFocus} className="outline-none">
          <Notice tone="info">{texts.newerLoaded}</Notice>
        </div>
      )}
      {form.isConflict && <ConflictNotice id={expense.id} onNewer={form.rebase} />}
      {form.error && !form.isConflict && <SaveError error={form.error} fallback={texts.failed} />}
    </ClaimDialog>
  );
}

function takeFocus(element: HTMLElement | null) {
  element?.focus();
}
