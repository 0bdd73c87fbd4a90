import type { ReportJson } from '@outlay/contracts';
import * as texts from '#strings/reports';
import { Button } from '#ui/button';
import { ReceiptsZipButton, SpreadsheetButton } from './report-downloads';
import { ReportState } from './report-state';

export interface ReportActionsProps {
  report: ReportJson;
  zipName: string;
  onView: (report: ReportJson) => void;
}

export function ReportActions({ report, zipName, onView }: ReportActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 sm:not-has-[p]:flex-nowrap">
      <SpreadsheetButton report={report} label={texts.spreadsheet} size="sm" />
      <ReceiptsZipButton report={report} label={texts.zip} size="sm" saveAs={zipName} />
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={texts.actionOn(texts.view, report.filename)}
        onClick={() => onView(report)}
      >
        {texts.view}
      </Button>
      <ReportState report={report} />
    </div>
  );
}
