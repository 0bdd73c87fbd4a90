import type { Status } from '@outlay/rules';
import { Banknote, CircleCheck, CircleX, PencilLine, Send, type LucideIcon } from 'lucide-react';
import * as texts from '#strings/expense';
import { Badge, type BadgeProps } from '../ui/badge';

export const STATUS_LOOK = {
  draft: { label: texts.draft, tone: 'neutral', icon: PencilLine, picture: 'bg-(image:--icon-draft)' },
  submitted: { label: texts.submitted, tone: 'orange', icon: Send, picture: 'bg-(image:--icon-submitted)' },
  approved: { label: texts.approved, tone: 'green', icon: CircleCheck, picture: 'bg-(image:--icon-approved)' },
  rejected: { label: texts.rejected, tone: 'red', icon: CircleX, picture: 'bg-(image:--icon-rejected)' },
  paid: { label: texts.paid, tone: 'teal', icon: Banknote, picture: 'bg-(image:--icon-paid)' },
} as const satisfies Record<
  Status,
  {
    label: string;
    tone: BadgeProps['tone'];
    icon: LucideIcon;
    /** The icon, for what a list has many of. */ picture: string;
  }
>;

export function StatusPill({ status }: { status: Status }) {
  const { label, tone, picture } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} picture={picture}>
      {label}
    </Badge>
  );
}
