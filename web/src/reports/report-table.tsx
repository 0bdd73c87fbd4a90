import type { ReportJson } from '@outlay/contracts';
import { formatDate, formatMoney, formatShortDate } from '../expense/format';
import { Button } from '../ui/button';
import { Table, Td, Th } from '../ui/table';
import { ReceiptsZipButton, SpreadsheetButton } from './report-downloads';
import { adminZipName, ownZipName } from './report-files';
import { ReportState } from './report-state';

export interface ReportTableProps {
  /** Whose list it is: one's own, or the panel's, which names the users. */
  list: 'own' | 'admin';
  reports: readonly ReportJson[];
  onView: (report: ReportJson) => void;
}

const LOOK = {
  own: { label: 'My reports', day: formatDate, zipName: ownZipName },
  admin: { label: 'Reports', day: formatShortDate, zipName: adminZipName },
} as const;

export function ReportTable({ list, reports, onView }: ReportTableProps) {
  const { label, day, zipName } = LOOK[list];
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {list === 'admin' && <Th>User</Th>}
          <Th>Date</Th>
          <Th className="text-right">Amount</Th>
          <Th className="text-right"># Expenses</Th>
          <Th>Actions</Th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id} className="[&>td]:align-middle">
            {list === 'admin' && <Td className="whitespace-nowrap">{report.user_name}</Td>}
            <Td className="figures">{day(report.generated_at)}</Td>
            <Td className="figures text-right font-medium">{formatMoney(report.total_amount, report.currency)}</Td>
            <Td className="figures text-right">{report.expense_count}</Td>
            <Td>
              <div className="flex items-center gap-2">
                <SpreadsheetButton report={report} label="XLS" size="sm" />
                <ReceiptsZipButton report={report} label="ZIP" size="sm" saveAs={zipName(report)} />
                <Button
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={`View, ${report.filename}`}
                  onClick={() => onView(report)}
                >
                  View
                </Button>
                <ReportState status={report.status} />
              </div>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
