import { useQuery } from '@tanstack/react-query';
import * as pastTexts from '#strings/past';
import * as texts from '#strings/reports';
import { formatMoney, formatShortDate } from '#expense/format';
import { EmptyState } from '#ui/empty-state';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { Table, Td, Th } from '#ui/table';
import { pastReports } from './past-queries';

export function PastReports({ asOf }: { asOf: string }) {
  const query = useQuery(pastReports(asOf));
  const { data } = query;
  if (query.error) return <LoadFailure query={query} fallback={pastTexts.failed} />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.length === 0) return <EmptyState title={pastTexts.noReports} />;
  return (
    <Table aria-label={texts.adminTable}>
      <thead>
        <tr>
          <Th>{texts.user}</Th>
          <Th>{texts.date}</Th>
          <Th className="text-right">{texts.amount}</Th>
          <Th className="text-right">{texts.expenseCount}</Th>
        </tr>
      </thead>
      <tbody>
        {data.map((report) => (
          <tr key={report.id}>
            <Td className="wrap-anywhere">{report.user_name}</Td>
            <Td className="figures">{formatShortDate(report.generated_at)}</Td>
            <Td className="figures text-right font-medium">{formatMoney(report.total_amount, report.currency)}</Td>
            <Td className="figures text-right">{report.expense_count}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
