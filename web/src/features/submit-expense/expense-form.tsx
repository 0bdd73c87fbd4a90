import type { ExpenseJson } from '@outlay/contracts';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { network } from '#strings/ui';
import { notSent } from '#strings/expense';
import type { ClaimValues } from '#expense/claim-values';
import { formatMoney } from '#expense/format';
import { Card } from '#ui/card';
import { lazyPart } from '#ui/lazy-part';
import { ErrorNotice, Notice } from '#ui/notice';
import { AmountSection } from './form/amount-section';
import { ClassificationSection } from './form/classification-section';
import { DetailsSection } from './form/details-section';
import { NOTHING_PROPOSED, type Proposals } from './form/use-proposals';
import { AttachedReceipt } from './receipt/attached-part';
import { HonorDeclaration } from './receipt/honor-declaration';
import { ReceiptSection } from './receipt/receipt-section';
import { FormActions } from './save/form-actions';
import { loadSending } from './save/save-expense';
import type { SaveOutcomeProps } from './save/save-outcome';
import { UnfinishedNotice } from './save/unfinished-notice';
import { useExpenseForm } from './use-expense-form';

const BatchBar = lazyPart(() => import('./batch/batch-bar'));
// A form can do without these, as without a network.
const WITHOUT = { default: () => null };
const ForeseenDuplicate = lazyPart(() => import('./form/foreseen-duplicate').catch(() => WITHOUT));
const SharedNotice = lazyPart(() => import('./receipt/shared-notice').catch(() => WITHOUT));
const ReceiptReader = lazyPart(() => import('./reading/receipt-reader').catch(() => WITHOUT));

// Its fallback says what it can, since an error must not replace the form.
const SaveOutcome = lazyPart(() => import('./save/save-outcome').catch(() => ({ default: Unloaded })));

function Unloaded({ problem, error }: SaveOutcomeProps) {
  if (problem) return <Notice tone="error">{problem}</Notice>;
  return Boolean(error) && <ErrorNotice error={error} fallback={network} />;
}

export interface ExpenseFormProps {
  expense: ExpenseJson | null;
  values: ClaimValues;
  proposals?: Proposals;
  onReload?: (latest: ExpenseJson) => void;
}

export function ExpenseForm({ expense: opened, values, proposals = NOTHING_PROPOSED, onReload }: ExpenseFormProps) {
  const claimForm = useExpenseForm(opened, values, proposals);
  const { form, typed, claim, asksVat, errors, check, today, to, isPrivileged, expense } = claimForm;
  const { receipts, rate, overriding, autosave, reading, foreseen, notes } = claimForm;
  const { save, problem, saveAs } = claimForm.saving;
  const hasReceipt = receipts.receipt !== null;
  // Without a network they would not load, and there may be none by the time of the photo.
  useEffect(() => {
    void Promise.allSettled([AttachedReceipt.preload(), loadSending(), SaveOutcome.preload()]);
  }, []);

  return (
    <FormProvider {...form}>
      <UnfinishedNotice
        forms={autosave.found.filter(({ batch }) => !batch)}
        onRestore={(found) => void claimForm.restore(found)}
        onDiscard={autosave.discard}
      />
      {autosave.batch && (
        <BatchBar
          prefix={claimForm.prefix}
          formKey={autosave.key}
          batch={autosave.batch}
          disabled={save.isPending || save.isSuccess}
        />
      )}
      {autosave.refusal && (
        <Notice tone="warning" className="mb-6">
          {notSent(autosave.refusal)}
        </Notice>
      )}
      {claimForm.shared && <SharedNotice {...claimForm.shared} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          claimForm.submit();
        }}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, repeat, currentTarget, target } = event;
          // Events of a dialog arrive here as well.
          if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat || !currentTarget.contains(target as Node)) return;
          event.preventDefault();
          if (check.isComplete) claimForm.submit();
          else claimForm.goToMissing();
        }}
      >
        <Card>
          {/* Focused controls stay above the bar with Submit. */}
          <div className="grid items-start lg:grid-cols-[5fr_7fr] [&_:is(a,button,input,select,textarea)]:scroll-mb-36">
            <div className="space-y-4 p-4 sm:p-5 lg:sticky lg:top-0">
              <ReceiptSection
                receipts={receipts}
                uploaded={claimForm.uploaded}
                onSplit={claimForm.split}
                disabled={save.isPending || save.isSuccess}
              />
              {foreseen && <ForeseenDuplicate by="same_receipt" {...foreseen} />}
              {reading && <ReceiptReader key={reading.url} {...reading} />}
              <HonorDeclaration isPrivileged={isPrivileged} hasReceipt={hasReceipt} />
            </div>
            <div className="space-y-5 border-line p-4 max-lg:border-t sm:p-5 lg:h-full lg:border-l">
              <DetailsSection errors={errors} notes={notes} suggestion={claimForm.suggestion} today={today} />
              <AmountSection
                errors={errors}
                notes={notes}
                claim={claim}
                to={to}
                rate={rate}
                overriding={overriding}
                mayOverride={isPrivileged}
              />
              {foreseen && <ForeseenDuplicate by="same_figures" {...foreseen} />}
              <ClassificationSection
                errors={errors}
                notes={notes}
                asksVat={asksVat}
                declaredNoReceipt={typed.noReceipt}
              />
              {expense && expense.reimbursement_currency !== to && (
                <Notice tone="warning">{texts.converts(savedFigure(expense), to)}</Notice>
              )}
              {(problem || save.error || save.data) && (
                <SaveOutcome
                  problem={problem}
                  error={save.error}
                  action={
                    expense ? texts.updating : save.variables?.status === 'draft' ? texts.savingDraft : texts.submitting
                  }
                  isUnsent={save.data?.isUnsent === true}
                  duplicate={save.data?.duplicate_warning}
                  onKeepTyped={claimForm.keepTyped}
                  onReload={onReload}
                  expense={expense}
                />
              )}
            </div>
          </div>
          <FormActions
            warning={save.isSuccess ? null : claimForm.slip}
            missing={check.missing}
            isComplete={check.isComplete}
            busy={save.isPending ? save.variables.status : null}
            disabled={receipts.preparing || save.isSuccess}
            uploading={save.isPending && claimForm.hasNewFile ? save.sent : null}
            onDraft={() => saveAs('draft')}
            onMissing={claimForm.goToMissing}
          />
        </Card>
      </form>
    </FormProvider>
  );
}

function savedFigure({ reimbursement_amount: amount, reimbursement_currency: currency }: ExpenseJson): string {
  return amount === null ? currency : formatMoney(amount, currency);
}
