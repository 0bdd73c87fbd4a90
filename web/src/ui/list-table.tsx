import { memo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { cn } from '#lib/cn';
import { inPixels } from '#lib/rem';
import { useStableActions } from '#lib/use-stable-actions';
import { placed, type RowsProps } from './row-place';
import { Rows } from './rows';
import { Table } from './table';

/**
 * Keeps a row's actions visible while the table scrolls sideways. Only then is the background inherited, because that
 * excludes the cells of a row from the browser's cached styles.
 */
const STICKY = 'border-l border-line @max-[52rem]:sticky @max-[52rem]:right-0 @max-[52rem]:bg-inherit';
/** A cell takes both lines of its row, unless two columns share one, where the list is narrow. */
const ABOVE = 'row-span-2 @max-[66rem]:row-span-1 @max-[66rem]:self-end';
const BELOW = 'row-span-2 @max-[66rem]:row-span-1 @max-[66rem]:self-start';

export interface ListColumn<Row> {
  readonly name: string;
  /** A component. */
  readonly cell: (row: Row) => ReactNode;
  /** The width of its grid column. */
  readonly width: string;
  readonly title?: (row: Row) => string | undefined;
  readonly className?: string;
  readonly isFigure?: true;
  /** Where the list is narrow, the column stands below the one before it, which is then as wide as this says. */
  readonly below?: string;
  /** Only screen readers and paper have the name in the head. */
  readonly isNarrow?: true;
  readonly isSticky?: true;
  /** Hidden on paper. */
  readonly isScreenOnly?: true;
  /** The cell has controls of its own: a click does not open the row. */
  readonly hasControls?: true;
}

export interface ListSort {
  /** Null while the list is sorted by something else. */
  readonly direction: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
}

export interface ListTableProps<Item, Row> extends Pick<RowsProps<Item>, 'items' | 'isPart' | 'onSeen'> {
  'aria-label': string;
  columns: readonly ListColumn<Row>[];
  /** The height of a row, in rem. */
  height: number;
  /** The number of rows, including those that are not loaded. */
  total: number;
  /** The columns that can be sorted by, by name. */
  sorts?: Readonly<Record<string, ListSort>>;
  className?: string | undefined;
  /** The props of a row's cells. While they are the same, the row is not rendered again. */
  cells: (item: Item) => Row;
  onOpen: (item: Item, withShift: boolean) => void;
}

/** A grid, as table layout is slow for long lists. Explicit roles: some browsers drop them in a grid. */
export function ListTable<Item extends { id: string }, Row extends object>(props: ListTableProps<Item, Row>) {
  const { columns, height, total, sorts, className, cells, items, isPart, onSeen } = props;
  const { onOpen } = useStableActions({ onOpen: props.onOpen });
  return (
    <Table
      aria-label={props['aria-label']}
      role="table"
      aria-rowcount={total + 1}
      style={gridOf(columns)}
      // Narrower than this, the table scrolls sideways.
      className={cn('block min-w-[52rem] [--columns:var(--narrow)] @min-[66rem]:[--columns:var(--wide)]', className)}
    >
      <thead role="rowgroup" className="block bg-sunken">
        <tr
          role="row"
          aria-rowindex={1}
          className="grid min-h-7 grid-flow-col grid-cols-(--columns) grid-rows-[auto_auto] items-center bg-sunken px-1.5 py-0.5"
        >
          {columns.map(({ name, isFigure, isNarrow, isSticky, isScreenOnly }, index) => {
            const sort = sorts?.[name];
            return (
              <th
                key={name}
                data-screen-only={isScreenOnly}
                role="columnheader"
                scope="col"
                aria-sort={sort && (sort.direction ?? 'none')}
                className={cn(
                  'eyebrow px-1.5 whitespace-nowrap',
                  placeOf(columns, index),
                  isFigure ? 'text-right' : 'text-left',
                  isSticky && STICKY,
                )}
              >
                {sort ? <SortButton {...sort}>{name}</SortButton> : isNarrow ? <Unseen>{name}</Unseen> : name}
              </th>
            );
          })}
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
        'group grid cursor-pointer grid-flow-col grid-cols-(--columns) grid-rows-2 items-center border-t border-line px-1.5',
        marked ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
        start === null && 'laid-out-in-sight',
      )}
    >
      {columns.map(({ name, cell: Cell, title, className, isFigure, isSticky, isScreenOnly, hasControls }, column) => (
        <td
          key={name}
          role="cell"
          title={title?.(props)}
          data-screen-only={isScreenOnly}
          onClick={hasControls && stay}
          className={cn(
            'min-w-0 px-1.5',
            placeOf(columns, column),
            isFigure && 'figures text-right',
            isSticky && STICKY,
            className,
          )}
        >
          <Cell {...props} />
        </td>
      ))}
    </tr>
  );
}) as <Item, Row extends object>(props: RowProps<Item, Row> & Row) => ReactNode;

/** The columns beside each other, and those of a narrow list, in which some stand below others. */
function gridOf(columns: readonly ListColumn<never>[]): CSSProperties {
  const narrow = columns.flatMap(({ width, below }, index) => (below ? [] : (columns[index + 1]?.below ?? width)));
  const widths = { '--wide': columns.map(({ width }) => width).join(' '), '--narrow': narrow.join(' ') };
  return widths as CSSProperties;
}

function placeOf(columns: readonly ListColumn<never>[], index: number): string {
  if (columns[index]?.below) return BELOW;
  return columns[index + 1]?.below ? ABOVE : 'row-span-2';
}

/** The arrow is of the style, so that the name stays the column's. */
function SortButton({ direction, onSort, children }: ListSort & { children: string }) {
  return (
    <button
      type="button"
      onClick={onSort}
      className={cn(
        'min-h-6 rounded uppercase hover:text-ink',
        direction && 'text-ink',
        direction === 'ascending' ? "after:content-['_↑']" : "after:content-['_↓']",
        !direction && 'after:opacity-0 hover:after:opacity-60 focus-visible:after:opacity-60',
      )}
    >
      {children}
    </button>
  );
}

function Unseen({ children }: { children: string }) {
  return <span className="sr-only print:not-sr-only">{children}</span>;
}

export function stay(event: Pick<MouseEvent, 'stopPropagation'>) {
  event.stopPropagation();
}
