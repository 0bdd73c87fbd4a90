import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { ApiError } from '../../../lib/errors';
import { logFailure } from '../../../lib/log';
import { useProfile } from '../../../lib/profile';
import { useStableActions } from '../../../lib/use-stable-actions';
import { toast } from '../../../ui/toast';
import { duplicatesQuery } from '../api/admin-queries';
import { decide, DECISION_TEXTS, type Decision } from '../api/decide-expense';
import { rememberReason } from './recent-reasons';

/** What is asked before a decision is sent. */
export type Question =
  | { readonly kind: 'reason'; readonly expense: ExpenseJson; /** What was typed before. */ readonly draft: string }
  | { readonly kind: 'duplicates'; readonly expense: ExpenseJson; readonly duplicates: readonly ExpenseJson[] };

export interface Failure {
  readonly expenseId: string;
  readonly error: unknown;
  readonly text: string;
}

export interface DecisionsOptions {
  onDecided: (expense: ExpenseJson, kind: Decision['kind']) => void;
  /** An approval was taken back, or could not be: it is what one looks at now. */
  onUndone: (expense: ExpenseJson) => void;
}

/** Approving, rejecting and reverting, with what has to be asked before and said after. */
export function useDecisions({ onDecided, onUndone }: DecisionsOptions) {
  const queryClient = useQueryClient();
  const { id: userId } = useProfile();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [question, setQuestion] = useState<Question | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);

  function fail(expense: ExpenseJson, error: unknown, text: string) {
    logFailure(text, error);
    toast.error(text);
    setFailure({ expenseId: expense.id, error, text });
  }

  const keepDraft = ({ id }: ExpenseJson, reason: string) => setDrafts((now) => ({ ...now, [id]: reason }));

  async function run(expense: ExpenseJson, decision: Decision) {
    const { done, failed } = DECISION_TEXTS[decision.kind];
    setFailure(null);
    let decided: ExpenseJson;
    try {
      decided = await decide(queryClient, expense, decision);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      // A reason stays on screen, to be sent again; unless there is something new to look at first.
      if (decision.kind === 'reject') keepDraft(expense, decision.reason);
      if (decision.kind !== 'reject' || code === 'VERSION_CONFLICT') setQuestion(null);
      // Approved by somebody else between the check and the approval: the question comes after all.
      if (code === 'POSSIBLE_DUPLICATE' && (await asksAboutDuplicates(expense))) return;
      return fail(expense, error, code === 'VERSION_CONFLICT' ? texts.changedMeanwhile : failed);
    }
    setQuestion(null);
    if (decision.kind === 'reject') {
      keepDraft(expense, '');
      rememberReason(userId, decision.reason);
    }
    toast.success(done, decision.kind === 'approve' ? { label: texts.undo, run: () => undo(decided) } : undefined);
    onDecided(expense, decision.kind);
  }

  /** Beside whatever is being decided or typed by now, which it leaves alone. */
  const { undo } = useStableActions({
    undo: async (approved: ExpenseJson) => {
      try {
        await decide(queryClient, approved, { kind: 'revert', note: texts.undoNote });
        toast.success(texts.reverted);
      } catch (error) {
        fail(approved, error, texts.revertFailed);
      }
      if (question === null) onUndone(approved);
    },
  });

  /** True where the approval has to wait: there are duplicates to ask about, or it cannot be known whether there are. */
  async function asksAboutDuplicates(expense: ExpenseJson): Promise<boolean> {
    try {
      const duplicates = await queryClient.fetchQuery(duplicatesQuery(expense.id));
      if (duplicates.length > 0) setQuestion({ kind: 'duplicates', expense, duplicates });
      return duplicates.length > 0;
    } catch (error) {
      fail(expense, error, texts.duplicateCheckFailed);
      return true;
    }
  }

  async function approve(expense: ExpenseJson) {
    setFailure(null);
    if (!(await asksAboutDuplicates(expense))) await run(expense, { kind: 'approve', approveAnyway: false });
  }

  /** One decision at a time: pressed again meanwhile, a button does nothing. */
  const unlessBusy =
    <Args extends unknown[]>(act: (...args: Args) => Promise<void>) =>
    (...args: Args) => {
      if (busy) return;
      setBusy(true);
      void act(...args).finally(() => setBusy(false));
    };

  return {
    question,
    failure,
    busy,
    approve: unlessBusy(approve),
    approveAnyway: unlessBusy((expense: ExpenseJson) => run(expense, { kind: 'approve', approveAnyway: true })),
    askReason: (expense: ExpenseJson) => {
      if (!busy) setQuestion({ kind: 'reason', expense, draft: drafts[expense.id] ?? '' });
    },
    reject: unlessBusy((expense: ExpenseJson, reason: string) => run(expense, { kind: 'reject', reason })),
    revert: unlessBusy((expense: ExpenseJson) => run(expense, { kind: 'revert' })),
    cancel: () => setQuestion(null),
    /** Leaves the question open for later, with what was typed so far. */
    putOff: (expense: ExpenseJson, reason: string) => {
      keepDraft(expense, reason);
      setQuestion(null);
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
