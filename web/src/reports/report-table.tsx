import type { ReportJson } from '@outlay/contracts';
import * as texts from '#strings/reports';
import { formatDate, formatMoney, formatShortDate } from '#expense/format';
import { useMediaQuery } from '#lib/use-media-query';
import { Table, Td, Th } from '#ui/table';
import { ReportActions } from './report-actions';
import { ReportCards } from './report-cards';
import { adminZipName, ownZipName } from './report-files';

export interface ReportTableProps {
  list: 'own' | 'admin';
  reports: readonly ReportJson[];
  onView: (report: ReportJson) => void;
}

const BELOW_SM = '(width < 40rem)';

const LOOK = {
  own: { label: texts.ownTable, day: formatDate, zipName: ownZipName },
  admin: { label: texts.adminTable, day: formatShortDate, zipName: adminZipName },
} as const;

export function ReportTable({ list, reports, onView }: ReportTableProps) {
  const { label, day, zipName } = LOOK[list];
  const isNarrow = useMediaQuery(BELOW_SM);
  if (isNarrow) return <ReportCards label={label} named={list === 'admin'} {...{ day, reports, zipName, onView }} />;
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {list === 'admin' && <Th>{texts.user}</Th>}
          <Th>{texts.date}</Th>
          <Th className="text-right">{texts.amount}</Th>
          <Th className="text-right">{texts.expenseCount}</Th>
          <Th data-screen-only>{texts.actions}</Th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id} className="[&>td]:align-middle">
            {list === 'admin' && <Td className="min-w-32 wrap-anywhere">{report.user_name}</Td>}
            <Td className="figures">{day(report.generated_at)}</Td>
            <Td className="figures text-right font-medium">{formatMoney(report.total_amount, report.currency)}</Td>
            <Td className="figures text-right">{report.expense_count}</Td>
            <Td data-screen-only>
              <ReportActions report={report} zipName={zipName(report)} onView={onView} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
