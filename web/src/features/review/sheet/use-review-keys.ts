import { useSingleKeys } from '#lib/use-single-keys';

export interface ReviewKeys {
  next: () => void;
  previous: () => void;
  approve: () => void;
  reject: () => void;
  revert: () => void;
  edit: () => void;
  openReceipt: () => void;
}

/** Marks the content of the dialog in which the keys work. */
export const REVIEWED = { 'data-reviewed': '' } as const;

/** j and k go through the list, a, r and u decide, e edits, o opens the receipt; not while one answers a question. */
export function useReviewKeys(enabled: boolean, keys: ReviewKeys) {
  // Opens a field to type in: the key itself must not end up there.
  const open = (act: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    act();
  };
  const bindings = {
    j: keys.next,
    k: keys.previous,
    a: keys.approve,
    r: open(keys.reject),
    u: keys.revert,
    e: open(keys.edit),
    o: keys.openReceipt,
  };
  useSingleKeys(enabled, bindings, isInAnotherDialog);
}

function isInAnotherDialog(focused: Element): boolean {
  const dialog = focused.closest('[role="dialog"]');
  return dialog !== null && dialog.querySelector('[data-reviewed]') === null;
}
