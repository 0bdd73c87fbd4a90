import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { FoundForm } from '#expense/saved-forms';

/** Continues the unfinished form that was chosen on another screen. */
export function useResumed(found: readonly FoundForm[], restore: (form: FoundForm) => Promise<void>) {
  const key = useLocation({ select: ({ state }) => state.form });
  const resume = useEffectEvent((chosen: string) => {
    const form = found.find((each) => each.key === chosen);
    if (form) void restore(form);
  });
  useEffect(() => {
    if (key) resume(key);
  }, [key]);
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The key of an unfinished form. */
    form?: string | undefined;
  }
}
