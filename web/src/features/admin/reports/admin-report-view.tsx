import { useQuery } from '@tanstack/react-query';
import type { ReportJson } from '@outlay/contracts';
import { FileSpreadsheet, FolderOpen } from 'lucide-react';
import { ReportDialog } from '../../../reports/report-dialog';
import { ReceiptsZipButton, SpreadsheetButton } from '../../../reports/report-downloads';
import { adminZipName } from '../../../reports/report-files';
import { buttonClass } from '../../../ui/button';
import { allExpensesQuery } from '../api/admin-queries';

/** A report with its expenses, its files, and where SharePoint keeps them if it does. */
export default function AdminReportView({ report, onClose }: { report: ReportJson; onClose: () => void }) {
  const { data, isError } = useQuery(allExpensesQuery);
  const { sp_xls_web_url: sheetUrl, sp_folder_web_url: folderUrl } = report;
  return (
    <ReportDialog report={report} expenses={data} failed={isError} onClose={onClose}>
      {sheetUrl ? (
        <a href={sheetUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
          <FileSpreadsheet aria-hidden /> Open Excel in SharePoint
        </a>
      ) : (
        <SpreadsheetButton report={report} label="Download Excel Report" />
      )}
      {folderUrl && (
        <a href={folderUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
          <FolderOpen aria-hidden /> Open folder in SharePoint
        </a>
      )}
      <ReceiptsZipButton report={report} label="Download ZIP Receipts" saveAs={adminZipName(report)} />
    </ReportDialog>
  );
}
