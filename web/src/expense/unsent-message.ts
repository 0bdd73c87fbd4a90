import { useState } from 'react';
import { useProfile } from '#lib/profile';

/** Survives the sheet and a reload. Ends with the session of its author (forget-person.ts). */
const keyOf = (userId: string, expenseId: string) => `message ${userId} ${expenseId}`;

const mentionsOf = (expenseId: string) => `${expenseId} mentions`;

export function forgetMessage(userId: string, expenseId: string) {
  for (const part of [expenseId, mentionsOf(expenseId)]) sessionStorage.removeItem(keyOf(userId, part));
}

/** The question or answer about a claim that its author has typed but not sent. */
export function useUnsentMessage(expenseId: string) {
  const { id: userId } = useProfile();
  const key = keyOf(userId, expenseId);
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const type = (typed: string) => {
    setText(typed);
    try {
      sessionStorage.setItem(key, typed);
    } catch {
      // Storage is full: the text stays in its field.
    }
  };
  return [text, type] as const;
}

/** The ids of those whom the question is to mention. */
export function useUnsentMentions(expenseId: string) {
  const [ids, setIds] = useUnsentMessage(mentionsOf(expenseId));
  return [ids ? ids.split(',') : [], (chosen: readonly string[]) => setIds(chosen.join(','))] as const;
}

export function hasUnsentMessage(userId: string, expenseId: string): boolean {
  return Boolean(sessionStorage.getItem(keyOf(userId, expenseId)));
}
