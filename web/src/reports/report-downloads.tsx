import type { ReportJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import type { ReactNode } from 'react';
import * as texts from '#strings/reports';
import { Button, type ButtonProps } from '#ui/button';
import { useDownload, type Download } from './use-download';

export interface ReportDownloadProps extends Pick<ButtonProps, 'size'> {
  report: ReportJson;
  label: string;
}

export function SpreadsheetButton({ report, ...props }: ReportDownloadProps) {
  const download = useDownload('spreadsheet', report.filename, report.filename);
  return <DownloadButton {...props} report={report} download={download} icon={<Glyph name="file-spreadsheet" />} />;
}

export function ReceiptsZipButton({ saveAs, ...props }: ReportDownloadProps & { saveAs: string }) {
  const download = useDownload('receiptsZip', props.report.filename, saveAs);
  return <DownloadButton {...props} download={download} icon={<Glyph name="file-archive" />} />;
}

function DownloadButton(props: ReportDownloadProps & { download: Download; icon: ReactNode }) {
  const { report, label, size, download, icon } = props;
  const { share, failure, start } = download;
  return (
    <>
      <Button
        size={size}
        busy={share !== null}
        disabled={report.status !== 'ready'}
        aria-label={texts.actionOn(label, report.filename)}
        onClick={start}
      >
        {share === null && icon}
        {label}
        {share !== null && <span className="figures">{Math.round(share * 100)}%</span>}
      </Button>
      {/* No alert role, since the toast has announced the error. */}
      {failure && <p className="order-last basis-full text-sm text-danger">{failure}</p>}
    </>
  );
}
