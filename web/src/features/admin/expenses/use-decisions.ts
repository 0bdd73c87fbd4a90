import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import { ApiError } from '../../../lib/errors';
import { logFailure } from '../../../lib/log';
import { toast } from '../../../ui/toast';
import { duplicatesQuery } from '../api/admin-queries';
import { DECISION_TEXTS, useDecide, type Decision } from '../api/decide-expense';

/** What is asked before a decision is sent. */
export type Question =
  | { readonly kind: 'reason'; readonly expense: ExpenseJson }
  | { readonly kind: 'duplicates'; readonly expense: ExpenseJson; readonly duplicates: readonly ExpenseJson[] };

export interface Failure {
  readonly expenseId: string;
  readonly error: unknown;
  readonly text: string;
}

const CHANGED = 'This expense was changed in the meantime. Please look at it again.';

/** Approving, rejecting and reverting, with what has to be asked before and said after. */
export function useDecisions(onDecided: (expense: ExpenseJson, kind: Decision['kind']) => void) {
  const queryClient = useQueryClient();
  const decide = useDecide();
  const [question, setQuestion] = useState<Question | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [checking, setChecking] = useState(false);

  function fail(expense: ExpenseJson, error: unknown, text: string) {
    logFailure(text, error);
    toast.error(text);
    setFailure({ expenseId: expense.id, error, text });
  }

  async function run(expense: ExpenseJson, decision: Decision) {
    const { done, failed } = DECISION_TEXTS[decision.kind];
    setFailure(null);
    try {
      await decide.mutateAsync({ expense, decision });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      setQuestion(null);
      // Approved by somebody else between the check and the approval: the question comes after all.
      if (code === 'POSSIBLE_DUPLICATE' && (await asksAboutDuplicates(expense))) return;
      return fail(expense, error, code === 'VERSION_CONFLICT' ? CHANGED : failed);
    }
    setQuestion(null);
    toast.success(done);
    onDecided(expense, decision.kind);
  }

  /** True where the approval has to wait: there are duplicates to ask about, or it cannot be known whether there are. */
  async function asksAboutDuplicates(expense: ExpenseJson): Promise<boolean> {
    setChecking(true);
    try {
      const duplicates = await queryClient.fetchQuery(duplicatesQuery(expense.id));
      if (duplicates.length > 0) setQuestion({ kind: 'duplicates', expense, duplicates });
      return duplicates.length > 0;
    } catch (error) {
      fail(expense, error, 'Failed to check for duplicates. Please try again.');
      return true;
    } finally {
      setChecking(false);
    }
  }

  async function approve(expense: ExpenseJson) {
    setFailure(null);
    if (!(await asksAboutDuplicates(expense))) await run(expense, { kind: 'approve', approveAnyway: false });
  }

  const busy = checking || decide.isPending;
  /** One decision at a time: pressed again meanwhile, a button does nothing. */
  const unlessBusy =
    <Args extends unknown[]>(act: (...args: Args) => unknown) =>
    (...args: Args) => {
      if (!busy) void act(...args);
    };

  return {
    question,
    failure,
    busy,
    approve: unlessBusy(approve),
    approveAnyway: unlessBusy((expense: ExpenseJson) => run(expense, { kind: 'approve', approveAnyway: true })),
    askReason: unlessBusy((expense: ExpenseJson) => setQuestion({ kind: 'reason', expense })),
    reject: unlessBusy((expense: ExpenseJson, reason: string) => run(expense, { kind: 'reject', reason })),
    revert: unlessBusy((expense: ExpenseJson) => run(expense, { kind: 'revert' })),
    cancel: () => setQuestion(null),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
