import { useQuery } from '@tanstack/react-query';
import type { ReportPreview as Preview } from '@outlay/contracts';
import * as texts from '#strings/reports';
import { cn } from '#lib/cn';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { reportPreviewQuery } from './report-queries';

export function ReportPreview({ filename }: { filename: string }) {
  const query = useQuery(reportPreviewQuery(filename));
  const { data } = query;
  if (query.error) return <LoadFailure query={query} text={texts.previewFailed} />;
  if (!data) return <Skeleton className="h-40" />;
  return <Grid {...data} />;
}

function Grid({ headers, rows }: Preview) {
  const cell = 'border-r border-b border-line px-2.5 py-1.5 text-left whitespace-nowrap';
  return (
    <div
      role="region"
      aria-label={texts.preview}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-lg border border-line text-xs"
    >
      <table aria-label={texts.preview} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {headers.map((header, column) => (
              <th key={column} scope="col" className={cn(cell, 'sticky top-0 bg-sunken font-semibold')}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((value, column) => (
                <td key={column} className={cn(cell, typeof value === 'number' && 'figures text-right')}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
