import type { Status } from '@outlay/rules';
import { Banknote, CircleCheck, CircleX, PencilLine, Send, type LucideIcon } from 'lucide-react';
import { Badge, type BadgeProps } from '../ui/badge';

export const STATUS_LOOK = {
  draft: { label: 'Draft', tone: 'neutral', icon: PencilLine },
  submitted: { label: 'Submitted', tone: 'orange', icon: Send },
  approved: { label: 'Approved', tone: 'green', icon: CircleCheck },
  rejected: { label: 'Rejected', tone: 'red', icon: CircleX },
  paid: { label: 'Paid', tone: 'teal', icon: Banknote },
} as const satisfies Record<Status, { label: string; tone: BadgeProps['tone']; icon: LucideIcon }>;

export function StatusPill({ status }: { status: Status }) {
  const { label, tone, icon: Icon } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {label}
    </Badge>
  );
}
