import type { ReportJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/reports';
import { Badge } from '#ui/badge';

export function ReportState({ report }: { report: ReportJson }) {
  const { status, missing_receipts: missing, failure_reason: reason } = report;
  if (status === 'ready') {
    return missing > 0 ? (
      <Badge tone="orange" icon={<Glyph name="triangle-alert" />} title={texts.missingHint}>
        {texts.missing(missing)}
      </Badge>
    ) : null;
  }
  if (status === 'pending') {
    return (
      <Badge tone="orange" icon={<Glyph name="clock" />} title={texts.pendingHint}>
        {texts.pending}
      </Badge>
    );
  }
  return (
    <Badge tone="red" icon={<Glyph name="triangle-alert" />} title={reason ?? texts.failedHint}>
      {report.retry_at ? texts.delayed : texts.failed}
    </Badge>
  );
}
