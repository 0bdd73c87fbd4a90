import type { ReactNode } from 'react';
import { unknown } from '#strings/expense';
import { useMediaQuery } from '#lib/use-media-query';
import { Table, Td, Th } from '#ui/table';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  className?: string;
}

export interface RecordsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
}

const BELOW_TABLE = '(width < 64rem)';

export function Records<Row>(props: RecordsProps<Row>) {
  const Rows = useMediaQuery(BELOW_TABLE) ? RecordCards : RecordTable;
  return <Rows {...props} />;
}

function RecordTable<Row>({ label, rows, columns, keyOf }: RecordsProps<Row>) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Th key={column.label}>{column.label}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="[&>td]:align-baseline [&>td:first-child]:font-medium">
            {columns.map((column) => (
              <Td key={column.label} className={column.className}>
                {column.cell(row) ?? unknown}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function RecordCards<Row>({ label, rows, columns, keyOf }: RecordsProps<Row>) {
  return (
    <ul aria-label={label} className="grid gap-3 sm:grid-cols-2">
      {rows.map((row) => (
        <li key={keyOf(row)} className="rounded-xl border border-line p-4 text-sm">
          <dl className="space-y-1.5 [&>div:first-child>dd]:font-medium">
            {columns.map((column) => {
              const value = column.cell(row);
              return (
                value !== null && (
                  <div key={column.label} className="flex flex-wrap items-baseline gap-x-3">
                    <dt className="w-28 text-muted">{column.label}</dt>
                    <dd className="min-w-24 flex-1 wrap-anywhere">{value}</dd>
                  </div>
                )
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
