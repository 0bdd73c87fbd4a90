import { useMutation } from '@tanstack/react-query';
import * as texts from '#strings/past';
import { api } from '#lib/api';
import { Button } from '#ui/button';
import { toast } from '#ui/toast';

/** The months after whose ends people ask: of every month, quarter and year. */
const PERIODS = [
  [texts.endOfMonth, 1],
  [texts.endOfQuarter, 3],
  [texts.endOfYear, 12],
] as const;

export function Presets({ onChoose }: { onChoose: (asOf: string) => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: latestPayment,
    onSuccess: (at) => (at ? onChoose(justBefore(new Date(at))) : toast.error(texts.noPayment)),
    onError: () => toast.error(texts.failed),
  });
  return (
    <div role="group" aria-label={texts.presets} className="flex flex-wrap gap-x-4 gap-y-1">
      {PERIODS.map(([label, months]) => (
        <Button key={label} variant="link" onClick={() => onChoose(justBefore(startOfPeriod(new Date(), months)))}>
          {label}
        </Button>
      ))}
      <Button variant="link" busy={isPending} onClick={() => mutate()}>
        {texts.beforePayment}
      </Button>
    </div>
  );
}

/** The instant, where the browser is, at which the month, quarter or year began. */
function startOfPeriod(now: Date, months: number): Date {
  return new Date(now.getFullYear(), now.getMonth() - (now.getMonth() % months), 1);
}

/** The past as of an instant has what happened at it. */
function justBefore(instant: Date): string {
  return new Date(instant.getTime() - 1).toISOString();
}

/** A page of the timeline can be empty and still not be the last one. */
async function latestPayment(): Promise<string | null> {
  for (let before: number | null | undefined; before !== null;) {
    const query = { kind: 'payment', limit: '100', before: before?.toString() } as const;
    const page = await api('GET /api/audit/timeline', { query });
    const started = page.events.find(({ type }) => type === 'PaymentStarted');
    if (started?.at) return started.at;
    before = page.next;
  }
  return null;
}
