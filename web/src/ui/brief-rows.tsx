import { memo, type ReactNode } from 'react';
import { cn } from '#lib/cn';
import type { BriefColumn } from './rows-props';

interface BriefRowsProps<Item> {
  columns: readonly BriefColumn<Item>[];
  items: readonly Item[];
  from: number;
  count: number;
}

export const BriefRows = memo(function BriefRows<Item>({ columns, items, from, count }: BriefRowsProps<Item>) {
  const rows = items.slice(from, from + count);
  return (
    <tr
      aria-hidden
      className="grid grid-cols-(--columns) bg-[repeating-linear-gradient(var(--color-line)_0_1px,transparent_1px_4rem)] px-1 leading-16 contain-strict"
      style={{ height: `${4 * count}rem` }}
    >
      {columns.map(
        ({ name, isFigure, brief }, index) =>
          brief && (
            <td
              key={name}
              className={cn(
                'whitespace-pre',
                isFigure ? 'figures px-2 text-right' : 'overflow-hidden pl-2 text-ellipsis',
              )}
              style={{ gridColumn: index + 1 }}
            >
              {rows.map((item) => brief(item)?.replace(/\s+/g, ' ')).join('\n')}
            </td>
          ),
      )}
    </tr>
  );
}) as <Item>(props: BriefRowsProps<Item>) => ReactNode;
