import type { ReactNode, Ref } from 'react';
import { placed, type RowsProps } from './row-place';
import { Rows } from './rows';

export interface ListCardsProps<Item> extends Omit<RowsProps<Item>, 'as' | 'row'> {
  'aria-label': string;
  card: (item: Item, index: number) => ReactNode;
}

/** A list of cards, which differ in height. */
export function ListCards<Item extends { id: string }>({ card, ...rows }: ListCardsProps<Item>) {
  return (
    <Rows
      {...rows}
      as="ul"
      row={(item, { index, start, ref }) => (
        <li key={item.id} ref={ref as Ref<HTMLLIElement>} data-index={index} style={placed(start)} className="pb-3">
          {card(item, index)}
        </li>
      )}
    />
  );
}
