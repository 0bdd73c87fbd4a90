import { useQuery } from '@tanstack/react-query';
import type { ReportJson } from '@outlay/contracts';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { reportedExpenses } from '#reports/report-queries';
import { ReportDialog } from '#reports/report-dialog';

export default function ReportView({ report, onClose }: { report: ReportJson; onClose: () => void }) {
  const expenses = useQuery(reportedExpenses(OWN_EXPENSES, report));
  return <ReportDialog report={report} expenses={expenses} onClose={onClose} />;
}
