import type { VerificationJson } from '@outlay/contracts';
import * as texts from '#strings/audit';
import { days } from '#strings/language';
import { cn } from '#lib/cn';
import { useNow } from '#panel/use-now';
import { ShieldCheck, ShieldX, TriangleAlert } from '#ui/icons';
import { formatCount } from '../format-count';

const MINUTE_MS = 60_000;
const relative = new Intl.RelativeTimeFormat(days, { numeric: 'auto' });

/** Says in a line what the latest verification that has ended came to. */
export function Verdict({ run }: { run: VerificationJson | undefined }) {
  const now = useNow();
  const { icon: Icon, look, text } = verdictOf(run, run ? timeSince(run.ended_at ?? run.started_at, now) : '');
  return (
    <p className={cn('flex min-w-0 flex-1 items-center gap-2 text-base font-semibold', look)}>
      <Icon aria-hidden className="size-5 shrink-0" /> {text}
    </p>
  );
}

function verdictOf(run: VerificationJson | undefined, ago: string) {
  if (run?.status === 'passed') {
    return { icon: ShieldCheck, look: 'text-success', text: texts.intact(formatCount(run.events), ago) };
  }
  if (run?.status === 'findings') {
    const text = texts.notIntact(run.finding_count, formatCount(run.events), ago);
    return { icon: ShieldX, look: 'text-danger', text };
  }
  return { icon: TriangleAlert, look: 'text-submitted', text: run ? texts.incomplete(ago) : texts.notVerified };
}

/** Minutes, from two hours on hours, and from two days on days. */
function timeSince(instant: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE_MS));
  if (minutes < 120) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}
