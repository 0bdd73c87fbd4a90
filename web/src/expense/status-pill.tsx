import type { Status } from '@outlay/rules';
import * as texts from '#strings/expense';
import { Badge, type BadgeProps } from '#ui/badge';
import { Glyph } from '#ui/glyph';
import type { GlyphName } from '#ui/glyphs';
import { Spinner } from '#ui/spinner';

export const STATUS_LOOK = {
  draft: { label: texts.draft, tone: 'neutral', icon: 'pencil-line' },
  submitted: { label: texts.submitted, tone: 'orange', icon: 'send' },
  approved: { label: texts.approved, tone: 'green', icon: 'circle-check' },
  rejected: { label: texts.rejected, tone: 'red', icon: 'circle-x' },
  paid: { label: texts.paid, tone: 'teal', icon: 'banknote' },
} as const satisfies Record<Status, Look>;

interface Look {
  label: string;
  tone: BadgeProps['tone'];
  icon: GlyphName;
}

export function StatusPill({ status, small }: { status: Status; small?: boolean }) {
  const { label, tone, icon } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={!small && <Glyph name={icon} />}>
      {label}
    </Badge>
  );
}

/** Replaces the status while it is being changed. */
export function SavingPill() {
  return <Badge icon={<Spinner />}>{texts.saving}</Badge>;
}
