import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn';
import { inPixels } from '../lib/rem';
import { laidOutInSight, Rows, type BriefColumn } from './rows';
import { Table } from './table';

const ROW_HEIGHT = inPixels(4);
/** However far the table is scrolled sideways, what can be done with a row stays beside it; where it is not, for nothing. */
export const IN_SIGHT = 'border-l border-line bg-inherit @max-[68.25rem]:sticky @max-[68.25rem]:right-0';

export interface ListColumn<Item> extends BriefColumn<Item> {
  readonly isInSight?: true;
}

export interface ListTableProps<Item> {
  'aria-label': string;
  columns: readonly ListColumn<Item>[];
  /** Its columns as a grid, and the least width they need. */
  grid: string;
  items: readonly Item[];
  row: (item: Item, index: number) => ReactNode;
}

/**
 * A grid of rows of one height, each contained in itself: a table laid out as one costs a long list most of its frames.
 * The roles are spelled out, since not every browser keeps a table's for what is displayed as something else.
 */
export function ListTable<Item>({ columns, grid, items, row, ...props }: ListTableProps<Item>) {
  return (
    <Table {...props} role="table" aria-rowcount={items.length + 1} className={cn('block', grid)}>
      <thead role="rowgroup" className="block bg-sunken">
        <tr role="row" aria-rowindex={1} className="grid grid-cols-(--columns) items-center bg-sunken px-1">
          {columns.map(({ name, isFigure, isInSight }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={cn(
                'eyebrow px-2 py-2.5 whitespace-nowrap',
                isFigure ? 'text-right' : 'text-left',
                isInSight && IN_SIGHT,
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={cn('block', laidOutInSight(items))}>
        <Rows
          items={items}
          height={ROW_HEIGHT}
          row={row}
          columns={columns}
          gap={(height, ref) => <tr ref={ref} aria-hidden className="block" style={{ height }} />}
        />
      </tbody>
    </Table>
  );
}

/** A row; `index` is its place in the whole list. Not an element more than it needs: a long list draws one with every step. */
export function ListRow({ index, className, ...props }: ComponentProps<'tr'> & { index: number }) {
  return (
    <tr
      {...props}
      role="row"
      aria-rowindex={index + 2}
      className={cn(
        'grid h-16 cursor-pointer grid-cols-(--columns) items-center border-t border-line px-1 contain-strict',
        className,
      )}
    />
  );
}

export function ListCell({ className, ...props }: ComponentProps<'td'>) {
  return <td role="cell" {...props} className={className ? `min-w-0 px-2 ${className}` : 'min-w-0 px-2'} />;
}

/** A click on what has an action of its own does not open the row. */
export function stay(event: { stopPropagation: () => void }) {
  event.stopPropagation();
}
