import { memo, type MouseEvent, type ReactNode } from 'react';
import { cn } from '#lib/cn';
import { inPixels } from '#lib/rem';
import { placed, type RowsProps } from './row-place';
import { Rows } from './rows';
import { Table } from './table';

/** Keeps a row's actions visible while the table scrolls sideways. */
const STICKY = 'border-l border-line bg-inherit @max-[58rem]:sticky @max-[58rem]:right-0';
/** Rows have two lines; a cell takes both, unless its column is placed on one of them. */
const PLACE = 'row-span-2';

export interface ListColumn<Row> {
  readonly name: string;
  /** A component. */
  readonly cell: (row: Row) => ReactNode;
  readonly title?: (row: Row) => string | undefined;
  readonly className?: string;
  readonly isFigure?: true;
  /** Classes that place the cell above or below another, where the list is too narrow for both. */
  readonly place?: string;
  readonly isSticky?: true;
  /** Hidden on paper. */
  readonly isScreenOnly?: true;
  /** The cell has controls of its own: a click does not open the row. */
  readonly hasControls?: true;
}

export interface ListTableProps<Item, Row> extends Pick<RowsProps<Item>, 'items' | 'isPart' | 'onSeen'> {
  'aria-label': string;
  columns: readonly ListColumn<Row>[];
  /** Classes that set `--columns` and the minimum width. */
  grid: string;
  /** The height of a row, in rem. */
  height: number;
  /** The number of rows, including those that are not loaded. */
  total: number;
  /** The props of a row's cells. While they are the same, the row is not rendered again. */
  cells: (item: Item) => Row;
  onOpen: (item: Item, withShift: boolean) => void;
}

/** A grid, as table layout is slow for long lists. Explicit roles: some browsers drop them in a grid. */
export function ListTable<Item extends { id: string }, Row extends object>(props: ListTableProps<Item, Row>) {
  const { columns, grid, height, total, cells, onOpen, items, isPart, onSeen, 'aria-label': label } = props;
  return (
    <Table aria-label={label} role="table" aria-rowcount={total + 1} className={cn('block', grid)}>
      <thead role="rowgroup" className="block bg-sunken">
        <tr role="row" aria-rowindex={1} className="grid grid-cols-(--columns) items-center bg-sunken px-1.5 py-1.5">
          {columns.map(({ name, isFigure, place = PLACE, isSticky, isScreenOnly }) => (
            <th
              key={name}
              data-screen-only={isScreenOnly}
              role="columnheader"
              scope="col"
              className={cn(
                'eyebrow px-1.5 whitespace-nowrap',
                place,
                isFigure ? 'text-right' : 'text-left',
                isSticky && STICKY,
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <Rows
        as="tbody"
        items={items}
        isPart={isPart}
        height={inPixels(height)}
        onSeen={onSeen}
        row={(item, { index, start }) => (
          <ListRow<Item, Row> key={item.id} {...{ columns, height, item, index, start, onOpen }} {...cells(item)} />
        )}
      />
    </Table>
  );
}

interface RowProps<Item, Row> extends Pick<ListTableProps<Item, Row>, 'columns' | 'height' | 'onOpen'> {
  item: Item;
  index: number;
  start: number | null;
  marked?: boolean;
}

const ListRow = memo(function ListRow<Item, Row extends object>(props: RowProps<Item, Row> & Row) {
  const { columns, height, item, index, start, marked, onOpen } = props;
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      style={{ ...placed(start), height: `${height}rem` }}
      onClick={({ shiftKey }) => onOpen(item, shiftKey)}
      // Prevents text selection on Shift-click.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cn(
        'grid cursor-pointer grid-cols-(--columns) grid-rows-2 items-center border-t border-line px-1.5',
        marked ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
      )}
    >
      {columns.map(
        ({ name, cell: Cell, title, className, isFigure, place = PLACE, isSticky, isScreenOnly, hasControls }) => (
          <td
            key={name}
            role="cell"
            title={title?.(props)}
            data-screen-only={isScreenOnly}
            onClick={hasControls && stay}
            className={cn('min-w-0 px-1.5', place, isFigure && 'figures text-right', isSticky && STICKY, className)}
          >
            <Cell {...props} />
          </td>
        ),
      )}
    </tr>
  );
}) as <Item, Row extends object>(props: RowProps<Item, Row> & Row) => ReactNode;

export function stay(event: Pick<MouseEvent, 'stopPropagation'>) {
  event.stopPropagation();
}
