import { overrideMessages, toNumber, type Decimal } from '@outlay/rules';
import * as texts from '#strings/override';
import { cn } from '#lib/cn';

const LIMIT = 5;
const SCALE = 7;
const position = (percent: number) => `${50 + (Math.max(-SCALE, Math.min(SCALE, percent)) / SCALE) * 50}%`;

export interface ToleranceGaugeProps {
  /** The deviation from the fetched rate in percent; null without a rate. */
  deviation: Decimal | null;
  isAllowed: boolean;
}

export function ToleranceGauge({ deviation, isAllowed }: ToleranceGaugeProps) {
  const percent = deviation === null ? null : toNumber(deviation);
  const text = percent === null ? texts.noRate : `${percent > 0 ? '+' : ''}${deviation}%`;
  return (
    <div className="mt-5">
      <div
        role="meter"
        aria-label={texts.deviation}
        aria-valuemin={-SCALE}
        aria-valuemax={SCALE}
        aria-valuenow={Math.max(-SCALE, Math.min(SCALE, percent ?? 0))}
        aria-valuetext={text}
        className="relative h-3 rounded-full bg-rejected-soft"
      >
        <div
          className="absolute inset-y-0 rounded-full bg-approved-soft ring-1 ring-approved"
          style={{ left: position(-LIMIT), right: `calc(100% - ${position(LIMIT)})` }}
        />
        <div className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
        {percent !== null && (
          <div
            className={cn(
              'absolute -inset-y-1 w-1.5 -translate-x-1/2 rounded-full transition-[left] duration-150',
              isAllowed ? 'bg-approved' : 'bg-rejected',
            )}
            style={{ left: position(percent) }}
          />
        )}
      </div>
      <div aria-hidden className="figures relative mt-1.5 h-4 text-xs text-muted">
        {[-LIMIT, 0, LIMIT].map((mark) => (
          <span key={mark} className="absolute -translate-x-1/2" style={{ left: position(mark) }}>
            {mark > 0 ? '+' : ''}
            {mark}%
          </span>
        ))}
      </div>
      <p
        className={cn('mt-1 text-sm font-medium', percent !== null && (isAllowed ? 'text-approved' : 'text-rejected'))}
      >
        {text} {percent !== null && !isAllowed && overrideMessages.exceedsHint}
      </p>
    </div>
  );
}
