import { useQuery } from '@tanstack/react-query';
import type { ReportJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/reports';
import { ProofPackButton } from '#expense/proof-pack-button';
import { ReportDialog } from '#reports/report-dialog';
import { ReceiptsZipButton, SpreadsheetButton } from '#reports/report-downloads';
import { reportedExpenses } from '#reports/report-queries';
import { adminZipName } from '#reports/report-files';
import { Button, buttonClass } from '#ui/button';
import { ErrorNotice } from '#ui/notice';
import { ALL_EXPENSES } from '#panel/queries';
import { useMayAct } from '#panel/use-may-act';
import { useRetryReport } from './retry-report';

export default function AdminReportView({ report, onClose }: { report: ReportJson; onClose: () => void }) {
  const expenses = useQuery(reportedExpenses(ALL_EXPENSES, report));
  const { sp_xls_web_url: sheetUrl, sp_folder_web_url: folderUrl } = report;
  const retry = useRetryReport();
  const mayAct = useMayAct();
  return (
    <ReportDialog report={report} expenses={expenses} onClose={onClose}>
      {sheetUrl ? (
        <a href={sheetUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
          <Glyph name="file-spreadsheet" /> {texts.openSpreadsheet}
        </a>
      ) : (
        <SpreadsheetButton report={report} label={texts.downloadSpreadsheet} />
      )}
      {folderUrl && (
        <a href={folderUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
          <Glyph name="folder-open" /> {texts.openFolder}
        </a>
      )}
      <ReceiptsZipButton report={report} label={texts.downloadZip} saveAs={adminZipName(report)} />
      <ProofPackButton
        of={{ payment: report.payment_id }}
        name={`${report.user_name} ${report.generated_at.slice(0, 10)}`}
      />
      {mayAct && report.status !== 'pending' && (
        <Button busy={retry.isPending} onClick={() => retry.mutate(report.filename)}>
          <Glyph name="refresh-cw" /> {texts.makeAgain}
        </Button>
      )}
      {retry.error && <ErrorNotice className="basis-full" error={retry.error} fallback={texts.makeAgainFailed} />}
    </ReportDialog>
  );
}
