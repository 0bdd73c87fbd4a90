import type { Status } from '@outlay/rules';
import { Banknote, CircleCheck, CircleX, PencilLine, Send, type Icon } from '#ui/icons';
import * as texts from '#strings/expense';
import { Badge, type BadgeProps } from '#ui/badge';
import { Spinner } from '#ui/spinner';

export const STATUS_LOOK = {
  draft: { label: texts.draft, tone: 'neutral', icon: PencilLine },
  submitted: { label: texts.submitted, tone: 'orange', icon: Send },
  approved: { label: texts.approved, tone: 'green', icon: CircleCheck },
  rejected: { label: texts.rejected, tone: 'red', icon: CircleX },
  paid: { label: texts.paid, tone: 'teal', icon: Banknote },
} as const satisfies Record<Status, Look>;

interface Look {
  label: string;
  tone: BadgeProps['tone'];
  icon: Icon;
}

export function StatusPill({ status, small }: { status: Status; small?: boolean }) {
  const { label, tone, icon: Icon } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={!small && <Icon aria-hidden />}>
      {label}
    </Badge>
  );
}

/** Replaces the status while it is being changed. */
export function SavingPill() {
  return <Badge icon={<Spinner />}>{texts.saving}</Badge>;
}
