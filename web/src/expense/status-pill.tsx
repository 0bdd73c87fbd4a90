import type { Status } from '@outlay/rules';
import { Banknote, CircleCheck, CircleX, PencilLine, Send, type LucideIcon } from 'lucide-react';
import * as texts from '#strings/expense';
import { Badge, type BadgeProps } from '#ui/badge';

export const STATUS_LOOK = {
  draft: { label: texts.draft, tone: 'neutral', icon: PencilLine, picture: '[--icon:0]' },
  submitted: { label: texts.submitted, tone: 'orange', icon: Send, picture: '[--icon:1]' },
  approved: { label: texts.approved, tone: 'green', icon: CircleCheck, picture: '[--icon:2]' },
  rejected: { label: texts.rejected, tone: 'red', icon: CircleX, picture: '[--icon:3]' },
  paid: { label: texts.paid, tone: 'teal', icon: Banknote, picture: '[--icon:4]' },
} as const satisfies Record<Status, Look>;

interface Look {
  label: string;
  tone: BadgeProps['tone'];
  icon: LucideIcon;
  /** The same icon as a bitmap, for lists; see icons.css. */
  picture: string;
}

export function StatusPill({ status }: { status: Status }) {
  const { label, tone, picture } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} picture={picture}>
      {label}
    </Badge>
  );
}
