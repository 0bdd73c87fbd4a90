import type { VerificationJson } from '@outlay/contracts';
import * as texts from '#strings/audit';
import { timeSince } from '#expense/time-since';
import { cn } from '#lib/cn';
import { useNow } from '#lib/use-now';
import { formatCount } from '../format-count';
import { Glyph } from '#ui/glyph';

/** Says in a line what the latest verification that has ended came to. */
export function Verdict({ run }: { run: VerificationJson | undefined }) {
  const now = useNow();
  const { icon, look, text } = verdictOf(run, run ? timeSince(run.ended_at ?? run.started_at, now) : '');
  return (
    <p className={cn('flex min-w-0 flex-1 items-center gap-2 text-base font-semibold', look)}>
      <Glyph name={icon} className="size-5 shrink-0" /> {text}
    </p>
  );
}

function verdictOf(run: VerificationJson | undefined, ago: string) {
  if (run?.status === 'passed') {
    return { icon: 'shield-check', look: 'text-success', text: texts.intact(formatCount(run.events), ago) };
  }
  if (run?.status === 'findings') {
    const text = texts.notIntact(run.finding_count, formatCount(run.events), ago);
    return { icon: 'shield-x', look: 'text-danger', text };
  }
  return { icon: 'triangle-alert', look: 'text-submitted', text: run ? texts.incomplete(ago) : texts.notVerified };
}
