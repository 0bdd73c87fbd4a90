import { useQuery } from '@tanstack/react-query';
import type { ReportJson } from '@outlay/contracts';
import { ownExpensesQuery } from '#expense/own-expenses';
import { ReportDialog } from '#reports/report-dialog';

export default function ReportView({ report, onClose }: { report: ReportJson; onClose: () => void }) {
  const { data, isError } = useQuery(ownExpensesQuery);
  return <ReportDialog report={report} expenses={data} failed={isError} onClose={onClose} />;
}
