import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { ApiError } from '#lib/errors';
import { logFailure } from '#lib/log';
import { useProfile } from '#lib/profile';
import { useStableActions } from '#lib/use-stable-actions';
import { toast } from '#ui/toast';
import { duplicatesQuery } from '#panel/queries';
import { decide, DECISION_TEXTS, type Decision } from './decide-expense';
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
  /** Leaves what is decided for what waits next; false where that is not what one looks at, or nothing waits. */
  moveOn: (expense: ExpenseJson) => boolean;
  /** Shows again what was left; false where something else is being done by now. */
  comeBack: (expense: ExpenseJson) => boolean;
}

/** Approving, rejecting and reverting, with what has to be asked before and said after. */
export function useDecisions({ onDecided, moveOn, comeBack }: DecisionsOptions) {
  const queryClient = useQueryClient();
  const { id: userId } = useProfile();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [question, setQuestion] = useState<Question | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [deciding, setDeciding] = useState<readonly string[]>([]);

  function fail(expense: ExpenseJson, error: unknown, text: string) {
    logFailure(text, error);
    toast.error(text);
    setFailure({ expenseId: expense.id, error, text });
  }

  const keepDraft = ({ id }: ExpenseJson, reason: string) => setDrafts((now) => ({ ...now, [id]: reason }));
  const endQuestion = ({ id }: ExpenseJson) => setQuestion((now) => (now?.expense.id === id ? null : now));

  /** `isLeft` where the next is looked at already. */
  async function run(expense: ExpenseJson, decision: Decision, isLeft = false) {
    const { done, failed } = DECISION_TEXTS[decision.kind];
    setFailure(null);
    let decided: ExpenseJson;
    try {
      decided = await decide(queryClient, expense, decision);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      // A reason stays on screen, to be sent again; unless there is something new to look at first.
      if (decision.kind === 'reject') keepDraft(expense, decision.reason);
      if (decision.kind !== 'reject' || code === 'VERSION_CONFLICT') endQuestion(expense);
      // Approved by somebody else between the check and the approval: the question comes after all.
      if (code === 'POSSIBLE_DUPLICATE' && (await asksAboutDuplicates(expense, isLeft))) return;
      fail(expense, error, code === 'VERSION_CONFLICT' ? texts.changedMeanwhile : failed);
      if (isLeft) later.comeBack(expense);
      return;
    }
    endQuestion(expense);
    if (decision.kind === 'reject') {
      keepDraft(expense, '');
      rememberReason(userId, decision.reason);
    }
    toast.success(
      done,
      decision.kind === 'approve' ? { label: texts.undo, run: () => later.undo(decided) } : undefined,
    );
    if (!isLeft) onDecided(expense, decision.kind);
  }

  /** Beside whatever is being decided or typed by now, which they leave alone. */
  const later = useStableActions({
    comeBack: (expense: ExpenseJson) => question === null && comeBack(expense),
    ask: (next: Question, isLeft: boolean) => {
      const isFree = question === null || question.expense.id === next.expense.id;
      const isAsked = isFree && (!isLeft || comeBack(next.expense));
      if (isAsked) setQuestion(next);
      return isAsked;
    },
    undo: async (approved: ExpenseJson) => {
      try {
        await decide(queryClient, approved, { kind: 'revert', note: texts.undoNote });
        toast.success(texts.reverted);
      } catch (error) {
        fail(approved, error, texts.revertFailed);
      }
      later.comeBack(approved);
    },
  });

  /** True where the approval has to wait: there are duplicates to ask about, or it cannot be known whether there are. */
  async function asksAboutDuplicates(expense: ExpenseJson, isLeft: boolean): Promise<boolean> {
    let duplicates: ExpenseJson[];
    try {
      duplicates = await queryClient.fetchQuery(duplicatesQuery(expense.id));
    } catch (error) {
      fail(expense, error, texts.duplicateCheckFailed);
      if (isLeft) later.comeBack(expense);
      return true;
    }
    if (duplicates.length === 0) return false;
    if (!later.ask({ kind: 'duplicates', expense, duplicates }, isLeft)) {
      fail(expense, new Error('Possible duplicates were found while something else was asked'), texts.approveFailed);
    }
    return true;
  }

  async function approve(expense: ExpenseJson) {
    setFailure(null);
    // Where none were found before there is hardly one now: the next is looked at while that is made sure of.
    const known = queryClient.getQueryData(duplicatesQuery(expense.id).queryKey);
    const isLeft = known?.length === 0 && moveOn(expense);
    if (await asksAboutDuplicates(expense, isLeft)) return;
    await run(expense, { kind: 'approve', approveAnyway: false }, isLeft);
  }

  const isDeciding = ({ id }: ExpenseJson) => deciding.includes(id);

  /** An expense is decided once: pressed again meanwhile, a button does nothing. */
  const once =
    <Args extends unknown[]>(act: (expense: ExpenseJson, ...args: Args) => Promise<void>) =>
    (expense: ExpenseJson, ...args: Args) => {
      if (isDeciding(expense)) return;
      setDeciding((now) => [...now, expense.id]);
      void act(expense, ...args).finally(() => setDeciding((now) => now.filter((id) => id !== expense.id)));
    };

  return {
    question,
    failure,
    isDeciding,
    approve: once(approve),
    approveAnyway: once((expense) => run(expense, { kind: 'approve', approveAnyway: true })),
    askReason: (expense: ExpenseJson) => {
      if (!isDeciding(expense)) setQuestion({ kind: 'reason', expense, draft: drafts[expense.id] ?? '' });
    },
    reject: once((expense, reason: string) => run(expense, { kind: 'reject', reason })),
    revert: once((expense) => run(expense, { kind: 'revert' })),
    cancel: () => setQuestion(null),
    /** Leaves the question open for later, with what was typed so far. */
    putOff: (expense: ExpenseJson, reason: string) => {
      keepDraft(expense, reason);
      setQuestion(null);
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
