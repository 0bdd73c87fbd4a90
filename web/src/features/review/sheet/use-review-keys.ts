import { useSingleKeys } from '#lib/use-single-keys';

export interface ReviewKeys {
  next: () => void;
  previous: () => void;
  approve: () => void;
  reject: () => void;
  revert: () => void;
  undo: () => void;
  edit: () => void;
  openReceipt: () => void;
}

/** Marks the dialog in which the shortcuts work. */
export const REVIEW_DIALOG = { 'data-reviewed': '' } as const;

export function useReviewKeys(enabled: boolean, keys: ReviewKeys) {
  // The key must not be typed into the field it opens.
  const open = (act: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    act();
  };
  const bindings = {
    j: keys.next,
    k: keys.previous,
    a: keys.approve,
    r: open(keys.reject),
    u: open(keys.revert),
    z: keys.undo,
    e: open(keys.edit),
    o: keys.openReceipt,
  };
  useSingleKeys(enabled, bindings, isInAnotherDialog);
}

function isInAnotherDialog(focused: Element): boolean {
  const dialog = focused.closest('[role="dialog"]');
  return dialog !== null && dialog.querySelector('[data-reviewed]') === null;
}
