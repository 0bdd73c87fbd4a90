import { History } from 'lucide-react';
import * as texts from '#strings/past';
import { formatInstant } from '#expense/format';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';

export interface AsOfBarProps {
  /** An ISO instant. */
  asOf: string;
  onChange: (asOf: string | undefined) => void;
  /** From 0 to 100 while the past is read; null once it is. */
  percent: number | null;
}

/** Stays in sight above everything that is shown of the past. */
export function AsOfBar({ asOf, onChange, percent }: AsOfBarProps) {
  const choose = (local: string) => {
    const instant = new Date(local);
    if (!Number.isNaN(instant.getTime())) onChange(instant.toISOString());
  };
  return (
    <section
      aria-label={texts.title(formatInstant(asOf))}
      className="sticky top-0 z-10 max-lg:top-14 mb-4 rounded-xl border-2 border-submitted bg-submitted-soft p-3 text-submitted md:p-4"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex items-center gap-2 font-semibold">
            <History aria-hidden className="size-5 shrink-0" /> {texts.title(formatInstant(asOf))}
          </h2>
          <p role="status" className="text-sm">
            {percent === null ? texts.readOnly : texts.reading(percent)}
          </p>
          {percent !== null && (
            <progress aria-label={texts.reading(percent)} max={100} value={percent} className="mt-1 h-2 w-full" />
          )}
        </div>
        <Field label={texts.instant}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              step={1}
              max={toLocal(new Date().toISOString())}
              value={toLocal(asOf)}
              onChange={({ target }) => choose(target.value)}
            />
          )}
        </Field>
        <Button variant="primary" onClick={() => onChange(undefined)}>
          {texts.backToNow}
        </Button>
      </div>
    </section>
  );
}

/** As the field has it: the time here, to the second. */
function toLocal(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
