import type { ReportJson } from '@outlay/contracts';
import { Clock, TriangleAlert } from 'lucide-react';
import { Badge } from '../ui/badge';

/** Says of a report that is not there yet why it is not; nothing of one that is. */
export function ReportState({ status }: Pick<ReportJson, 'status'>) {
  if (status === 'ready') return null;
  if (status === 'pending') {
    return (
      <Badge tone="orange" icon={<Clock aria-hidden />} title="It will appear here by itself.">
        Being prepared
      </Badge>
    );
  }
  return (
    <Badge tone="red" icon={<TriangleAlert aria-hidden />} title="The payment stands; only its files are missing.">
      Delayed, will be tried again
    </Badge>
  );
}
