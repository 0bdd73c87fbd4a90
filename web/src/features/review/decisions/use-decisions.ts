import { useQueryClient } from '@tanstack/react-query';
import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import { useEffect, useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { formatMoney } from '#expense/format';
import { ApiError, loaded } from '#lib/errors';
import { onFirstPress } from '#lib/first-press';
import { logFailure } from '#lib/log';
import { useProfile } from '#lib/profile';
import { useStableActions } from '#lib/use-stable-actions';
import { toast } from '#ui/toast';
import { duplicatesQuery } from '#panel/queries';
import type { AskedOwner, Decided, Decision } from './decide-expense';
import { useDeciding } from './use-deciding';
import { useQuestion, type Question, type WordedDecision } from './use-question';

/** The list comes first. An import that is there already still takes a moment, in which the page may be left. */
let calls: Promise<typeof import('./decide-expense')> | undefined;
const loadCalls = () =>
  (calls ??= import('./decide-expense').catch((error: unknown) => {
    calls = undefined;
    throw error;
  }));

async function decide(...args: Parameters<typeof import('./decide-expense').decide>): Promise<Decided> {
  return (await loaded(loadCalls())).decide(...args);
}

const FAILED = {
  approve: texts.approveFailed,
  reject: texts.rejectFailed,
  ask: texts.askFailed,
  revert: texts.revertFailed,
} as const satisfies Record<Decision['kind'], string>;

export interface Failure {
  readonly expenseId: string;
  readonly error: unknown;
  readonly text: string;
}

export interface DecisionsOptions {
  onDecided: (expense: ExpenseJson, kind: Decision['kind']) => void;
  /** Moves from the expense to the next pending one; false if it is not open or none is pending. */
  showNextPending: (expense: ExpenseJson) => boolean;
  /** Returns to the expense; false if the reviewer is busy elsewhere. */
  returnTo: (expense: ExpenseJson) => boolean;
}

export function useDecisions({ onDecided, showNextPending, returnTo }: DecisionsOptions) {
  const queryClient = useQueryClient();
  const { id: userId } = useProfile();
  const { question, ask, askWords, keepDraft, closeFor } = useQuestion();
  const { deciding, isDeciding, once } = useDeciding();
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => onFirstPress(() => void loadCalls().catch(() => undefined)), []);

  function fail(expense: ExpenseJson, error: unknown, text: string) {
    logFailure(text, error);
    toast.error(text, about(expense));
    setFailure({ expenseId: expense.id, error, text });
  }

  async function run(expense: ExpenseJson, decision: Decision, hasMovedOn = false) {
    setFailure(null);
    let decided: Decided;
    try {
      decided = await decide(queryClient, userId, expense, decision);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      // Keeps the words on screen for another attempt, unless the expense has changed.
      const isWorded = decision.kind === 'reject' || decision.kind === 'revert';
      if (isWorded) keepDraft(decision.kind, expense, wordsOf(decision));
      if (!isWorded || code === 'VERSION_CONFLICT') closeFor(expense);
      // A duplicate was approved after the check, so ask now.
      if (code === 'POSSIBLE_DUPLICATE' && (await askAboutDuplicates(expense, hasMovedOn))) return;
      fail(expense, error, code === 'VERSION_CONFLICT' ? texts.changedMeanwhile : FAILED[decision.kind]);
      if (hasMovedOn) later.returnTo(expense);
      return;
    }
    closeFor(expense);
    if (decision.kind === 'revert' || decision.kind === 'reject') keepDraft(decision.kind, expense, '');
    const { done, undo } = decided;
    toast.success(
      done,
      about(expense),
      undo && { label: texts.undo, name: undo.name, run: () => later.undo(decided.expense, undo.note) },
    );
    if (!hasMovedOn) onDecided(expense, decision.kind);
  }

  /** These run late and must not disturb the current decision. */
  const later = useStableActions({
    returnTo: (expense: ExpenseJson) => question === null && returnTo(expense),
    ask: (next: Question, hasMovedOn: boolean) => {
      const isFree = question === null || question.expense.id === next.expense.id;
      const isAsked = isFree && (!hasMovedOn || returnTo(next.expense));
      if (isAsked) ask(next);
      return isAsked;
    },
    undo: async (decided: ExpenseJson, note: string) => {
      try {
        const { done } = await decide(queryClient, userId, decided, { kind: 'revert', note });
        toast.success(done, about(decided));
      } catch (error) {
        fail(decided, error, texts.revertFailed);
      }
      later.returnTo(decided);
    },
  });

  /** True if the approval must wait: duplicates exist, or the check failed. */
  async function askAboutDuplicates(expense: ExpenseJson, hasMovedOn: boolean): Promise<boolean> {
    let duplicates: DuplicateJson[];
    try {
      duplicates = await queryClient.fetchQuery(duplicatesQuery(expense.id));
    } catch (error) {
      fail(expense, error, texts.duplicateCheckFailed);
      if (hasMovedOn) later.returnTo(expense);
      return true;
    }
    if (duplicates.length === 0) return false;
    if (!later.ask({ kind: 'duplicates', expense, duplicates }, hasMovedOn)) {
      fail(expense, new Error('Possible duplicates were found while something else was asked'), texts.approveFailed);
    }
    return true;
  }

  async function approve(expense: ExpenseJson) {
    setFailure(null);
    // The server checks again, and refuses the approval if it finds a duplicate that was not shown.
    const hasNone = queryClient.getQueryData(duplicatesQuery(expense.id).queryKey)?.length === 0;
    const hasMovedOn = hasNone && showNextPending(expense);
    if (!hasNone && (await askAboutDuplicates(expense, hasMovedOn))) return;
    await run(expense, { kind: 'approve', approveAnyway: false }, hasMovedOn);
  }

  const askFor = (kind: WordedDecision) => (expense: ExpenseJson) => {
    if (!isDeciding(expense)) askWords(kind, expense);
  };

  return {
    question,
    failure,
    /** Expenses whose decisions are not saved yet. */
    deciding,
    isDeciding,
    approve: once(approve),
    approveAnyway: once((expense) => run(expense, { kind: 'approve', approveAnyway: true })),
    askReason: askFor('reject'),
    askNote: askFor('revert'),
    reject: once((expense, reason: string) => run(expense, { kind: 'reject', reason })),
    askOwner: once((expense, question: AskedOwner) => run(expense, { kind: 'ask', ...question })),
    revert: once((expense, note: string) => run(expense, { kind: 'revert', note })),
    cancel: () => ask(null),
    postpone: (kind: WordedDecision, expense: ExpenseJson, words: string) => {
      keepDraft(kind, expense, words);
      ask(null);
    },
  };
}

function wordsOf(decision: Extract<Decision, { kind: WordedDecision }>): string {
  return decision.kind === 'reject' ? decision.reason : (decision.note ?? '');
}

/** Distinguishes two messages with the same words. */
function about({ expense_id, user_name, reimbursement_amount, reimbursement_currency }: ExpenseJson): string {
  return texts.about(expense_id, user_name, formatMoney(reimbursement_amount, reimbursement_currency));
}

export type Decisions = ReturnType<typeof useDecisions>;
