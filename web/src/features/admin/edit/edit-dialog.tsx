import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-edit';
import { cancel } from '#strings/ui';
import { currencyOf } from '../../../expense/claim-values';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Notice } from '../../../ui/notice';
import { ClaimRate } from '../claim/claim-rate';
import { MetadataFields } from '../claim/metadata-fields';
import { OriginalFields } from '../claim/original-fields';
import { SaveError } from '../claim/save-error';
import { Section } from '../claim/section';
import { ConflictNotice } from './conflict-notice';
import { movesRate } from './edit-outcome';
import { OverrideBox } from './override-box';
import { ReimbursementFields } from './reimbursement-fields';
import { useEditForm } from './use-edit-form';

const FORM = 'edit-expense';

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
    <Dialog
      open
      isForm
      onClose={onClose}
      width="md"
      title={texts.title}
      description={texts.subject(expense.expense_id, expense.user_name)}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={FORM} variant="primary" disabled={!form.canSave} busy={form.isSaving}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        onBlur={form.onBlur}
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
        className="space-y-6"
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
      </form>
    </Dialog>
  );
}

function takeFocus(element: HTMLElement | null) {
  element?.focus();
}
