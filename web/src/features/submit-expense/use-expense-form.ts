import type { ExpenseJson } from '@outlay/contracts';
import { isVatApplicable, type ReimbursementCurrency } from '@outlay/rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { currencyOf, toClaim, type ClaimValues } from '#expense/claim-values';
import { localToday } from '#lib/local-today';
import { useDebouncedValue } from '#lib/use-debounced-value';
import { useProfile } from '#lib/profile';
import { useRole } from '#lib/use-role';
import { useLeaving, useSplit } from './batch/use-batch';
import { checkSubmission, fieldErrors } from './form/form-problems';
import { loadReceipt, savedFormPrefix, type FoundForm } from '#expense/saved-forms';
import { useClearedFields } from './form/use-cleared-fields';
import { goToMissing } from './form/go-to-missing';
import { proposalNotes } from './form/proposal-notes';
import type { Proposals } from './form/use-proposals';
import { useFormRate } from './rate/use-form-rate';
import { useOverride } from './rate/use-override';
import type { Read } from './reading/use-reading';
import { AttachedReceipt } from './receipt/attached-part';
import { chosenReceipt, storedReceipt, uploadedReceipt, useReceipt } from './receipt/use-receipt';
import { useHasShared } from './receipt/use-has-shared';
import { useUploadedReceipt } from './receipt/use-uploaded-receipt';
import { useResumed } from './form/use-resumed';
import { useAutosave } from './save/use-autosave';
import { useSaving } from './save/use-saving';

/** Figures that are still being typed are not compared with those of other claims. */
const FIGURES_MS = 500;

/** Holds the claim as it is typed, its receipt, its rate and its problems, and saves it. */
export function useExpenseForm(opened: ExpenseJson | null, given: ClaimValues, proposals: Proposals) {
  const { role, isPrivileged } = useRole();
  const profile = useProfile();
  const to: ReimbursementCurrency = profile.reimbursement_currency ?? 'EUR';
  const [today] = useState(() => localToday());
  const [expense, setExpense] = useState(opened);
  const [initial] = useState(given);
  const values = { ...initial, ...proposals.values };
  const form = useForm<ClaimValues>({ defaultValues: values, mode: 'onTouched' });
  const typed = useWatch({ control: form.control }) as ClaimValues;
  const receipts = useReceipt(storedReceipt(opened));
  const uploaded = useUploadedReceipt(receipts.set);
  const hasShared = useHasShared(opened === null);

  const { receipt } = receipts;
  const claim = toClaim(typed, receipt !== null);
  const asksVat = isVatApplicable({ ...typed, currency: currencyOf(typed) });
  const errors = fieldErrors(typed, form.formState.touchedFields, today);
  const check = checkSubmission(claim, { today, role, hasReceipt: receipt !== null });
  const rate = useFormRate(claim, expense, to, today);
  const { date, amount, currency } = claim;
  const figures = useDebouncedValue(
    date && amount && currency ? JSON.stringify({ date, amount, currency }) : null,
    FIGURES_MS,
  );
  const overriding = useOverride(claim, expense, rate);
  const isSaved = opened !== null;
  const [read, setRead] = useState<Read | null>(null);

  // Proposals may become known when the form is there already. An unfinished one that is continued has its own values.
  const isContinued = useRef(false);
  const propose = useEffectEvent(() => {
    if (isContinued.current) return;
    form.reset(values, { keepDirty: true, keepDirtyValues: true, keepTouched: true });
    read?.refill();
  });
  const proposed = JSON.stringify(proposals.values);
  const applied = useRef(proposed);
  useEffect(() => {
    if (applied.current !== proposed) propose();
    applied.current = proposed;
  }, [proposed]);

  // Moves on from a receipt that was read; not where that would open a keyboard on the screen.
  const moveOn = useEffectEvent(() => {
    const { activeElement: focused } = document;
    const isAtReceipt = focused === null || focused === document.body || focused.matches('input[type=file]');
    if (isAtReceipt && matchMedia('(pointer: fine)').matches) goToMissing(form, check.firstMissing);
  });
  useEffect(() => {
    if (read?.isDone) moveOn();
  }, [read?.isDone]);

  const override = isPrivileged ? overriding.override : null;
  const saving = useSaving({ typed, claim, errors, check, receipt, rate, override, expense, to });
  const { save } = saving;
  const slip = read?.slipIn(claim) ?? null;
  const [asked, setAsked] = useState<string | null>(null);

  const newFile = receipt?.kind === 'new' ? receipt.file : null;
  const uploadedName = receipt?.kind === 'uploaded' ? receipt.fileName : undefined;
  const prefix = savedFormPrefix(profile.id, opened?.id ?? null);
  const autosave = useAutosave({
    prefix,
    values: typed,
    receipt: newFile,
    uploaded: uploadedName,
    isChanged: form.formState.isDirty || newFile !== null || uploadedName !== undefined,
    isSaved: save.isSuccess,
  });

  const batchOptions = {
    prefix,
    formKey: autosave.key,
    batch: autosave.batch,
    joinBatch: autosave.joinBatch,
    current: newFile,
    empty: values,
  };
  const split = useSplit(batchOptions);
  useLeaving(save.isSuccess, Boolean(save.data?.duplicate_warning), batchOptions);

  useClearedFields(form.setValue, { hidesVat: !asksVat || typed.noReceipt, hasReceipt: receipt !== null });

  const restore = async (found: FoundForm) => {
    isContinued.current = true;
    const hasReceipt = found.receiptName ?? found.uploaded;
    const [file] = await Promise.all([loadReceipt(found), hasReceipt && AttachedReceipt.preload()]);
    // Both are set in one render, so that autosave never stores the texts without the receipt.
    autosave.resume(found);
    if (found.sentAs) save.resume(found.sentAs);
    form.reset(found.values, { keepDefaultValues: true });
    receipts.set(file ? chosenReceipt(file) : (uploadedReceipt(found.uploaded) ?? storedReceipt(expense)));
  };
  useResumed(autosave.found, restore);

  return {
    form,
    typed,
    claim,
    asksVat,
    errors,
    check,
    today,
    to,
    isPrivileged,
    expense,
    receipts,
    prefix,
    split: isSaved ? undefined : split,
    hasNewFile: newFile !== null,
    uploaded,
    shared: hasShared && { userId: profile.id, add: receipts.add },
    rate,
    overriding,
    // A saved claim would be found as a duplicate of itself.
    foreseen: !save.isSuccess && (figures ?? receipt) !== null && { figures, expense, receipt },
    autosave,
    saving,
    reading: receipt?.kind === 'new' && {
      form,
      file: receipt.file,
      url: receipt.url,
      asksVat: asksVat && !typed.noReceipt,
      isSaved,
      today,
      onRead: setRead,
    },
    suggestion: read?.suggestion,
    notes: {
      ...proposalNotes({ proposals, typed, today, isSaved, dirty: form.formState.dirtyFields }),
      ...read?.notesFor(typed),
    },
    /** The question about a likely slip, once Submit was pressed. */
    slip: asked === slip ? slip : null,
    goToMissing: () => goToMissing(form, check.firstMissing),
    submit: () => {
      if (receipts.preparing) return;
      const isComplete = check.isComplete && check.problemOnSubmit === null;
      if (isComplete && slip !== null && asked !== slip) setAsked(slip);
      else saving.saveAs('submitted');
    },
    restore,
    /** Saves the form over the latest version of the expense, which somebody else has changed meanwhile. */
    keepTyped: (latest: ExpenseJson) => {
      setExpense(latest);
      if (receipt?.kind === 'stored') receipts.set(storedReceipt(latest));
      save.reset();
    },
  };
}
