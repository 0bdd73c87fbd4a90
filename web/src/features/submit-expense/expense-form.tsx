import type { ExpenseJson } from '@outlay/contracts';
import { isVatApplicable, type ReimbursementCurrency } from '@outlay/rules';
import { useState, type FormEvent } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { useProfile } from '#lib/profile';
import { useRole } from '#lib/use-role';
import { Notice } from '#ui/notice';
import { useSaving } from './save/use-saving';
import { checkSubmission, fieldErrors } from './form/form-problems';
import { useClearedFields } from './form/use-cleared-fields';
import { currencyOf, toClaim, type ClaimValues } from '#expense/claim-values';
import { formatMoney } from '#expense/format';
import { localToday } from '#lib/local-today';
import { loadReceipt, savedFormPrefix, type FoundForm } from './form/saved-forms';
import { useAutosave } from './save/use-autosave';
import { useForeseenDuplicate } from './form/use-foreseen-duplicate';
import { useFormRate } from './rate/use-form-rate';
import { useOverride } from './rate/use-override';
import { chosenReceipt, storedReceipt, useReceipt } from './receipt/use-receipt';
import { useSharedReceipt } from './receipt/use-shared-receipt';
import { useUploadedReceipt } from './receipt/use-uploaded-receipt';
import { AmountSection } from './form/amount-section';
import { ClassificationSection } from './form/classification-section';
import { DetailsSection } from './form/details-section';
import { FormActions } from './save/form-actions';
import { HonorDeclaration } from './receipt/honor-declaration';
import { ReceiptSection } from './receipt/receipt-section';
import { SaveOutcome } from './save/save-outcome';
import { SharedNotice } from './receipt/shared-notice';
import { UnfinishedNotice } from './save/unfinished-notice';

export interface ExpenseFormProps {
  expense: ExpenseJson | null;
  values: ClaimValues;
  onReload?: (latest: ExpenseJson) => void;
}

export function ExpenseForm({ expense: opened, values, onReload }: ExpenseFormProps) {
  const { role, isPrivileged } = useRole();
  const profile = useProfile();
  const to: ReimbursementCurrency = profile.reimbursement_currency ?? 'EUR';
  const [today] = useState(() => localToday());
  const [expense, setExpense] = useState(opened);
  const form = useForm<ClaimValues>({ defaultValues: values, mode: 'onTouched' });
  const typed = useWatch({ control: form.control }) as ClaimValues;
  const receipts = useReceipt(storedReceipt(opened));
  const uploaded = useUploadedReceipt(receipts.set);
  const shared = useSharedReceipt((file) => void receipts.attach(file));

  const { receipt } = receipts;
  const claim = toClaim(typed, receipt !== null);
  const asksVat = isVatApplicable({ ...typed, currency: currencyOf(typed) });
  const errors = fieldErrors(typed, form.formState.touchedFields, today);
  const check = checkSubmission(claim, { today, role, hasReceipt: receipt !== null });
  const rate = useFormRate(claim, expense, to, today);
  const foreseen = useForeseenDuplicate(claim, expense, receipt);
  const overriding = useOverride(claim, expense, rate);

  const override = isPrivileged ? overriding.override : null;
  const { save, problem, saveAs } = useSaving({ typed, claim, errors, check, receipt, rate, override, expense, to });

  const newFile = receipt?.kind === 'new' ? receipt.file : null;
  const autosave = useAutosave({
    prefix: savedFormPrefix(profile.id, opened?.id ?? null),
    values: typed,
    receipt: newFile,
    isChanged: form.formState.isDirty || newFile !== null,
    isSaved: save.isSuccess,
  });

  useClearedFields(form.setValue, { hidesVat: !asksVat || typed.noReceipt, hasReceipt: receipt !== null });

  const restore = async (found: FoundForm) => {
    const file = await loadReceipt(found);
    // Both are set in one render, so that autosave never stores the texts without the receipt.
    autosave.resume(found);
    form.reset(found.values, { keepDefaultValues: true });
    receipts.set(file ? chosenReceipt(file) : storedReceipt(expense));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveAs('submitted');
  };

  return (
    <FormProvider {...form}>
      <UnfinishedNotice
        forms={autosave.found}
        onRestore={(found) => void restore(found)}
        onDiscard={autosave.discard}
      />
      <SharedNotice {...shared} />
      <form noValidate onSubmit={submit}>
        {/* Focused controls stay above the bar with Submit. */}
        <div className="grid items-start gap-6 lg:grid-cols-[5fr_7fr] [&_:is(a,button,input,select,textarea)]:scroll-mb-36">
          <div className="space-y-6 lg:sticky lg:top-6">
            <ReceiptSection receipts={receipts} uploaded={uploaded} disabled={save.isPending || save.isSuccess} />
            <HonorDeclaration isPrivileged={isPrivileged} hasReceipt={receipt !== null} />
          </div>
          <div className="space-y-6">
            <DetailsSection errors={errors} today={today} />
            <AmountSection
              errors={errors}
              claim={claim}
              to={to}
              rate={rate}
              overriding={overriding}
              mayOverride={isPrivileged}
            />
            <ClassificationSection errors={errors} asksVat={asksVat} declaredNoReceipt={typed.noReceipt} />
            {expense && expense.reimbursement_currency !== to && (
              <Notice tone="warning">{texts.converts(savedFigure(expense), to)}</Notice>
            )}
            <SaveOutcome
              problem={problem}
              error={save.error}
              action={
                expense ? texts.updating : save.variables?.status === 'draft' ? texts.savingDraft : texts.submitting
              }
              duplicate={save.data?.duplicate_warning}
              onKeepTyped={(latest) => {
                setExpense(latest);
                if (receipt?.kind === 'stored') receipts.set(storedReceipt(latest));
                save.reset();
              }}
              onReload={onReload}
              expense={expense}
            />
          </div>
        </div>
        <FormActions
          warning={save.isSuccess ? null : (foreseen?.message ?? null)}
          missing={check.missing}
          isComplete={check.isComplete}
          busy={save.isPending ? save.variables.status : null}
          disabled={receipts.preparing || save.isSuccess}
          uploading={save.isPending && newFile ? save.sent : null}
          onDraft={() => saveAs('draft')}
        />
      </form>
    </FormProvider>
  );
}

function savedFigure({ reimbursement_amount: amount, reimbursement_currency: currency }: ExpenseJson): string {
  return amount === null ? currency : formatMoney(amount, currency);
}
