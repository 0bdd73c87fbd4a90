import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import * as texts from '#strings/analytics';
import { formatMoney } from '#expense/format';
import type { PanelSearch } from '#panel/panel-search';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { Table, Td, Th } from '#ui/table';
import { saveCsv } from './csv';

export interface BarRow {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** Undefined in tables that count only. */
  readonly total?: number;
  readonly currency?: string;
  /** The claims behind the row, in the list; undefined if no filter leads there. */
  readonly search?: PanelSearch | undefined;
}

export interface BarTableProps {
  title: string;
  hint?: string | undefined;
  /** The head of the first column. */
  head: string;
  rows: readonly BarRow[];
  /** The rows that are shown at first. */
  first?: number;
  /** The figure that bars compare. */
  by: 'total' | 'count';
  children?: ReactNode;
  className?: string;
  hasBars?: boolean;
}

/** A chart and its table in one: each row has a bar, its figures, and leads to its claims. */
export function BarTable(props: BarTableProps) {
  const { title, hint, head, rows, first = Infinity, by, children, className, hasBars = true } = props;
  const [isWhole, setWhole] = useState(false);
  const valueOf = (row: BarRow) => (by === 'total' ? (row.total ?? 0) : row.count);
  const largest = Math.max(...rows.map(valueOf), 0);
  const hasTotals = rows.some(({ total }) => total !== undefined);
  return (
    <Card className={`min-w-0 break-inside-avoid ${className ?? ''}`}>
      <header className="flex items-start justify-between gap-3 px-4 pt-3 pb-2">
        <div className="min-w-0">
          <CardTitle>{title}</CardTitle>
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.downloadOf(title)}
          disabled={rows.length === 0}
          onClick={() => saveRows(title, head, rows)}
        >
          {texts.download}
        </Button>
      </header>
      {children}
      <div className="[&>div]:rounded-t-none [&>div]:border-0">
        <Table aria-label={title}>
          <thead>
            <tr>
              <Th className="w-full">{head}</Th>
              <Th className="text-right">{texts.expenses}</Th>
              {hasTotals && <Th className="text-right">{texts.amount}</Th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Paper has all rows.
              <tr key={row.key} className={index < first || isWhole ? undefined : 'hidden'}>
                <Td className="py-1.5!">
                  {row.search && row.count > 0 ? (
                    <Link
                      to="/admin"
                      search={row.search}
                      className="inline-block min-h-6 py-0.5 wrap-anywhere text-accent underline-offset-3 hover:underline"
                    >
                      {row.label}
                    </Link>
                  ) : (
                    <span className="inline-block min-h-6 py-0.5 wrap-anywhere">{row.label}</span>
                  )}
                  {hasBars && (
                    <div aria-hidden className="h-1.5 rounded-sm bg-sunken">
                      <div
                        className="h-full rounded-sm bg-accent [print-color-adjust:exact]"
                        style={{ width: `${largest > 0 ? Math.max(0, (100 * valueOf(row)) / largest) : 0}%` }}
                      />
                    </div>
                  )}
                </Td>
                <Td className="figures py-1.5! text-right text-muted">{row.count.toLocaleString('en-US')}</Td>
                {hasTotals && (
                  <Td className="figures py-1.5! text-right font-medium">{formatMoney(row.total, row.currency)}</Td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {first < rows.length && !isWhole && (
        <Button variant="link" size="sm" className="mx-3 my-1" onClick={() => setWhole(true)}>
          {texts.showAll(rows.length)}
        </Button>
      )}
    </Card>
  );
}

function saveRows(title: string, head: string, rows: readonly BarRow[]) {
  const hasTotals = rows.some(({ total }) => total !== undefined);
  saveCsv(
    title,
    [head, texts.expenses, ...(hasTotals ? [texts.amount, texts.currency] : [])],
    rows.map(({ label, count, total, currency }) => [
      label,
      count,
      ...(hasTotals ? [total === undefined ? '' : total.toFixed(2), currency ?? ''] : []),
    ]),
  );
}
