import { isDialogAbove, useSingleKeys } from '#lib/use-single-keys';

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
  useSingleKeys(enabled, bindings, isDialogAbove);
}
