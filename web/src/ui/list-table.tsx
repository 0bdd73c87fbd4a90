import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/cn';
import { inPixels } from '#lib/rem';
import { skipOffscreenLayout, Rows } from './rows';
import type { BriefColumn } from './rows-props';
import { Table } from './table';

const ROW_HEIGHT = inPixels(4);
/** Keeps a row's actions visible while the table scrolls sideways. */
export const IN_SIGHT = 'border-l border-line bg-inherit @max-[68.25rem]:sticky @max-[68.25rem]:right-0';

export interface ListColumn<Item> extends BriefColumn<Item> {
  readonly isInSight?: true;
}

export interface ListTableProps<Item> {
  'aria-label': string;
  columns: readonly ListColumn<Item>[];
  /** Classes that set `--columns` and the minimum width. */
  grid: string;
  items: readonly Item[];
  row: (item: Item, index: number) => ReactNode;
}

/** A grid, as table layout is slow for long lists. Explicit roles: some browsers drop them in a grid. */
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
      <tbody role="rowgroup" className={cn('block', skipOffscreenLayout(items))}>
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

export function stay(event: { stopPropagation: () => void }) {
  event.stopPropagation();
}
