import { Glyph } from '#ui/glyph';
import { useId, useState } from 'react';
import * as texts from '#strings/past';
import { formatInstant } from '#expense/format';
import { cn } from '#lib/cn';
import { useStableActions } from '#lib/use-stable-actions';
import { useTypedSearch } from '#lib/use-typed-search';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { useNow } from '#lib/use-now';
import { Presets } from './presets';

export interface AsOfBarProps {
  /** An ISO instant. */
  asOf: string;
  onChange: (asOf: string | undefined) => void;
  /** The progress from 0 to 100 while the past is read; null once it is. */
  percent: number | null;
  /** The differences to the present; null while they are not known. */
  differences?: string | null;
}

/** Stays in sight above everything that is shown of the past. */
export function AsOfBar({ asOf, onChange, percent, differences = null }: AsOfBarProps) {
  const id = useId();
  // A phone's screen has little room for what stays in sight.
  const [isOpen, setOpen] = useState(false);
  const { choose } = useStableActions({
    choose: (local: string) => {
      if (isPast(local)) onChange(new Date(local).toISOString());
    },
  });
  const [typed, setTyped] = useTypedSearch(toLocal(asOf), choose);
  const isFuture = Date.parse(typed) > useNow() + NOW_IS_UP_TO_MS;
  return (
    <section
      aria-label={texts.title(formatInstant(asOf))}
      className="sticky top-0 z-10 max-lg:top-14 mb-4 rounded-xl border-2 border-submitted bg-submitted-soft p-3 text-submitted md:p-4"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex items-center gap-2 font-semibold max-md:text-sm">
            <Glyph name="history" className="size-5 shrink-0" /> {texts.title(formatInstant(asOf))}
          </h2>
          <p role="status" className="text-sm">
            {isFuture ? texts.future : percent === null ? texts.readOnly : texts.reading(percent)}
          </p>
          {!isFuture && percent === null && differences !== null && <p className="text-sm">{differences}</p>}
          {percent !== null && (
            <progress aria-label={texts.reading(percent)} max={100} value={percent} className="mt-1 h-2 w-full" />
          )}
        </div>
        <div id={id} className={cn(!isOpen && 'max-md:hidden')}>
          <Field label={texts.instant}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                step={1}
                max={toLocal(new Date().toISOString())}
                value={typed}
                aria-invalid={isFuture || undefined}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
        </div>
        <div className="flex gap-2">
          <Button variant="primary" className="max-md:min-h-8" onClick={() => onChange(undefined)}>
            {texts.backToNow}
          </Button>
          <Button
            size="sm"
            className="md:hidden"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.change}
          </Button>
        </div>
      </div>
      <div className={cn('mt-2', !isOpen && 'max-md:hidden')}>
        <Presets onChoose={onChange} />
      </div>
    </section>
  );
}

/** The hook's time can be as old as this. */
const NOW_IS_UP_TO_MS = 60_000;
const EARLIEST = Date.UTC(2000, 0);

/** A year that is being typed is 2, 20 and 202 before it is 2026. */
function isPast(local: string): boolean {
  const at = Date.parse(local);
  return at >= EARLIEST && at <= Date.now();
}

/** The value of the field: local time, to the second. */
function toLocal(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
