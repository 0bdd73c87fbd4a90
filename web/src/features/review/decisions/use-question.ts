import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';

export type WordedDecision = 'reject' | 'revert';

export type Question =
  | {
      /** The decision that takes words: the reason of a rejection, or the note of a reversal. */
      readonly kind: WordedDecision;
      readonly expense: ExpenseJson;
      /** The words that were typed before. */
      readonly draft: string;
    }
  | { readonly kind: 'duplicates'; readonly expense: ExpenseJson; readonly duplicates: readonly DuplicateJson[] };

/** The one question that is asked at a time, and the words of decisions that were typed but not sent. */
export function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  return {
    question,
    ask: setQuestion,
    askWords: (kind: WordedDecision, expense: ExpenseJson) =>
      setQuestion({ kind, expense, draft: drafts[kind + expense.id] ?? '' }),
    keepDraft: (kind: WordedDecision, { id }: ExpenseJson, words: string) =>
      setDrafts((now) => ({ ...now, [kind + id]: words })),
    /** Leaves a question about another expense open. */
    closeFor: ({ id }: ExpenseJson) => setQuestion((now) => (now?.expense.id === id ? null : now)),
  };
}
