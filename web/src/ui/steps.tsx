import { isDialogAbove, useSingleKeys } from '#lib/use-single-keys';
import { IconButton } from './button';
import { Glyph } from './glyph';

export interface StepsProps<Item> {
  items: readonly Item[];
  /** The index of the item that is shown; −1 if it is not among them. */
  at: number;
  previous: string;
  next: string;
  onShow: (item: Item) => void;
}

/**
 * Lead a sheet to the items before and after the one that it shows, also by the keys k and j. A button that leads nowhere
 * keeps the focus, which would fall to the page if it were disabled.
 */
export function Steps<Item>({ items, at, previous, next, onShow }: StepsProps<Item>) {
  const before = items[at - 1];
  const after = items[at + 1];
  const back = () => before !== undefined && onShow(before);
  const on = () => after !== undefined && onShow(after);
  const isListed = at >= 0;
  useSingleKeys(isListed, { j: on, k: back }, isDialogAbove);
  if (!isListed) return null;
  return (
    <>
      <IconButton label={previous} aria-disabled={before === undefined} onClick={back}>
        <Glyph name="chevron-left" />
      </IconButton>
      <IconButton label={next} aria-disabled={after === undefined} onClick={on}>
        <Glyph name="chevron-right" />
      </IconButton>
    </>
  );
}
