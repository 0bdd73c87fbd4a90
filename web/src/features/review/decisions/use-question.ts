import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';

export type Question =
  | {
      readonly kind: 'reason';
      readonly expense: ExpenseJson;
      /** The reason that was typed before. */ readonly draft: string;
    }
  | { readonly kind: 'duplicates'; readonly expense: ExpenseJson; readonly duplicates: readonly DuplicateJson[] };

/** The one question that is asked at a time, and the reasons for a rejection that were typed but not sent. */
export function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  return {
    question,
    ask: setQuestion,
    askReason: (expense: ExpenseJson) => setQuestion({ kind: 'reason', expense, draft: drafts[expense.id] ?? '' }),
    keepDraft: ({ id }: ExpenseJson, reason: string) => setDrafts((now) => ({ ...now, [id]: reason })),
    /** Leaves a question about another expense open. */
    closeFor: ({ id }: ExpenseJson) => setQuestion((now) => (now?.expense.id === id ? null : now)),
  };
}
