import type { ExpenseJson, ClaimDetails } from '@outlay/contracts';
import { OTHER_CURRENCY, type ReimbursementCurrency } from '@outlay/rules';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#strings/submit-expense';
import type { ClaimValues } from '#expense/claim-values';
import type { FormRate } from '#expense/use-fetched-rate';
import { hasStatus } from '#lib/errors';
import { localToday } from '#lib/local-today';
import { toast } from '#ui/toast';
import { draftProblem, type FieldErrors, type SubmissionCheck } from '../form/form-problems';
import type { Override } from '../rate/use-override';
import type { Receipt } from '../receipt/use-receipt';
import { useSaveExpense } from './save-expense';

export interface FormState {
  readonly typed: ClaimValues;
  readonly claim: ClaimDetails;
  readonly errors: FieldErrors;
  readonly check: SubmissionCheck;
  readonly receipt: Receipt | null;
  readonly rate: FormRate;
  readonly override: Override | null;
  /** The saved expense that is edited. */
  readonly expense: ExpenseJson | null;
  readonly to: ReimbursementCurrency;
}

/** Saves the form as a draft or submits it, unless a problem blocks that. */
export function useSaving({ typed, claim, errors, check, receipt, rate, override, expense, to }: FormState) {
  const save = useSaveExpense();
  const [blocked, setBlocked] = useState<'draft' | 'submitted' | null>(null);
  const problems = { draft: draftProblem(typed, errors), submitted: check.problemOnSubmit?.message ?? null };
  const problem = blocked && problems[blocked];
  // A solved problem does not return by itself.
  if (blocked !== null && problem === null && (blocked === 'draft' || check.isComplete)) setBlocked(null);
  useRefusal(save, JSON.stringify(typed), receipt);

  // A second press may come before the first one is rendered.
  const isSending = useRef(false);
  const saveAs = (status: 'draft' | 'submitted') => {
    const isBlocked = problems[status] !== null || (status === 'submitted' && !check.isComplete);
    setBlocked(isBlocked ? status : null);
    if (isBlocked || isSending.current || save.isSuccess) return;
    isSending.current = true;
    save.mutate(
      {
        status,
        values: typed,
        claim,
        isOtherCurrency: typed.currency === OTHER_CURRENCY,
        receipt,
        fetchedRate: rate.status === 'ready' ? rate.fetched.rate : null,
        override,
        today: localToday(),
        expense,
        to,
      },
      {
        onSettled: () => void (isSending.current = false),
        onSuccess: ({ duplicate_warning: duplicate, isUnsent }) =>
          toast.success(
            [isUnsent ? texts.savedOnDevice : savedMessage(status), duplicate?.message].filter(Boolean).join(' '),
          ),
      },
    );
  };
  return { save, problem, saveAs };
}

/** An error ends when the refused values are changed. */
function useRefusal(
  { error, reset }: Pick<ReturnType<typeof useSaveExpense>, 'error' | 'reset'>,
  content: string,
  receipt: Receipt | null,
) {
  const isInvalid = hasStatus(error, 400, 413, 415);
  const refused = useRef({ content, receipt });
  useEffect(() => {
    if (isInvalid && (refused.current.content !== content || refused.current.receipt !== receipt)) reset();
    else if (!isInvalid) refused.current = { content, receipt };
  }, [isInvalid, content, receipt, reset]);
}

function savedMessage(status: 'draft' | 'submitted'): string {
  return status === 'draft' ? texts.draftSaved : texts.submitted;
}
