import type { ReportJson } from '@outlay/contracts';
import * as texts from '#strings/reports';
import { formatMoney } from '#expense/format';
import { ReportActions } from './report-actions';

export interface ReportCardsProps {
  label: string;
  named: boolean;
  day: (instant: string) => string;
  reports: readonly ReportJson[];
  zipName: (report: ReportJson) => string;
  onView: (report: ReportJson) => void;
}

export function ReportCards({ label, named, day, reports, zipName, onView }: ReportCardsProps) {
  return (
    <ul aria-label={label} className="space-y-3">
      {reports.map((report) => (
        <li key={report.id} className="space-y-3 rounded-xl border border-line bg-surface p-4 text-sm">
          {named && <p className="font-medium wrap-anywhere">{report.user_name}</p>}
          <div className="flex items-baseline justify-between gap-3">
            <span className="figures text-base font-semibold">{formatMoney(report.total_amount, report.currency)}</span>
            <span className="figures text-muted">{day(report.generated_at)}</span>
          </div>
          <p className="text-muted">{texts.expenses(report.expense_count)}</p>
          <ReportActions report={report} zipName={zipName(report)} onView={onView} />
        </li>
      ))}
    </ul>
  );
}
