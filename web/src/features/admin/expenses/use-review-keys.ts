import { useEffect, useRef } from 'react';
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys';

export interface ReviewKeys {
  next: () => void;
  previous: () => void;
  approve: () => void;
  reject: () => void;
  revert: () => void;
  openReceipt: () => void;
}

/** Marks the content of the dialog in which the keys work. */
export const REVIEWED = { 'data-reviewed': '' } as const;

/** j and k go through the list, a, r and u decide, o opens the receipt; not while one types or answers a question. */
export function useReviewKeys(enabled: boolean, keys: ReviewKeys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return;
    const press = (name: keyof ReviewKeys) => () => latest.current[name]();
    return tinykeys(
      window,
      {
        j: press('next'),
        k: press('previous'),
        a: press('approve'),
        // Opens a field to type in: the key itself must not end up there.
        r: (event) => {
          event.preventDefault();
          latest.current.reject();
        },
        u: press('revert'),
        o: press('openReceipt'),
      },
      { ignore: (event) => defaultKeybindingsHandlerIgnore(event) || isInAnotherDialog(event.target) },
    );
  }, [enabled]);
}

function isInAnotherDialog(target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
  return dialog !== null && dialog.querySelector('[data-reviewed]') === null;
}
