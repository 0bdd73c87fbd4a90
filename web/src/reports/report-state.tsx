import type { ReportJson } from '@outlay/contracts';
import { Clock, TriangleAlert } from 'lucide-react';
import * as texts from '#strings/reports';
import { Badge } from '#ui/badge';

export function ReportState({ status }: Pick<ReportJson, 'status'>) {
  if (status === 'ready') return null;
  if (status === 'pending') {
    return (
      <Badge tone="orange" icon={<Clock aria-hidden />} title={texts.pendingHint}>
        {texts.pending}
      </Badge>
    );
  }
  return (
    <Badge tone="red" icon={<TriangleAlert aria-hidden />} title={texts.delayedHint}>
      {texts.delayed}
    </Badge>
  );
}
