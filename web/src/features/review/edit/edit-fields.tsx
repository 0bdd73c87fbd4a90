import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/admin-edit';
import { currencyOf } from '#expense/claim-values';
import { Notice } from '#ui/notice';
import { ClaimRate } from '#panel/claim-form/claim-rate';
import { MetadataFields } from '#panel/claim-form/metadata-fields';
import { OriginalFields } from '#panel/claim-form/original-fields';
import { SaveError } from '#panel/claim-form/save-error';
import { Section } from '#panel/claim-form/section';
import { usersQuery } from '#panel/queries';
import { AmendedDuplicates } from './amended-duplicates';
import { ConflictNotice } from './conflict-notice';
import { changesRate } from './edit-outcome';
import { OverrideBox } from './override-box';
import { ReimbursementFields } from './reimbursement-fields';
import type { EditForm } from './use-edit-form';

export function EditFields({ form }: { form: EditForm }) {
  const { expense, values, errors, change, isPaid } = form;
  const { data: users } = useQuery(usersQuery);
  const account = users?.find(({ id }) => id === expense.user_id)?.reimbursement_currency;
  return (
    <>
      {isPaid && <Notice tone="info">{texts.paid}</Notice>}
      <Section title={texts.original}>
        <OriginalFields values={values} errors={errors} disabled={isPaid} today={form.today} onChange={change} />
        <ClaimRate
          rate={form.rate}
          amount={values.amount}
          currency={currencyOf(values)}
          to={expense.reimbursement_currency}
        />
        <OverrideBox
          expense={expense}
          isOutdated={changesRate(form.changed)}
          cleared={values.clearOverride}
          disabled={isPaid}
          onClear={(clearOverride) => change({ clearOverride })}
        />
      </Section>
      <Section title={texts.reimbursementTitle}>
        {account && account !== expense.reimbursement_currency && (
          <Notice tone="info">{texts.otherCurrency(expense.user_name, account, expense.reimbursement_currency)}</Notice>
        )}
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
        // Replaces the button that loaded the newer state, so it takes the focus.
        <div tabIndex={-1} ref={takeFocus} className="outline-none">
          <Notice tone="info">{texts.newerLoaded}</Notice>
        </div>
      )}
      {form.isConflict && <ConflictNotice expense={expense} onNewer={form.rebase} />}
      {form.duplicates && (
        <AmendedDuplicates
          expense={{ ...expense, amount: Number(values.amount), currency: currencyOf(values), date: values.date }}
          ids={form.duplicates}
          onSave={form.saveAnyway}
          onClose={form.forgetError}
        />
      )}
      {form.error && !form.isConflict && !form.duplicates && <SaveError error={form.error} fallback={texts.failed} />}
    </>
  );
}

function takeFocus(element: HTMLElement | null) {
  element?.focus();
}
