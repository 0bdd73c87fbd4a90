import * as texts from '#strings/audit';
import { formatDate, formatTime } from '#expense/format';
import { cn } from '#lib/cn';
import { Badge } from '#ui/badge';
import { ListCards } from '#ui/list-cards';
import { sentenceOf, type Names } from '../event/sentence';
import type { TimelineEvent, TimelineKind } from '@outlay/contracts';
import { KINDS } from '../audit-search';
import type { TimelineRow } from './use-timeline';

const HEIGHT = 48;

const TONES = {
  expense: 'pine',
  payment: 'teal',
  account: 'orange',
  invite: 'orange',
  access: 'neutral',
  token: 'neutral',
  trail: 'red',
} as const satisfies Record<TimelineKind, unknown>;

export interface EventListProps {
  rows: readonly TimelineRow[];
  names: Names;
  isPart: boolean;
  onSeen: (first: number, last: number) => void;
  onOpen: (leaf: number) => void;
}

export function EventList({ rows, names, isPart, onSeen, onOpen }: EventListProps) {
  return (
    <ListCards
      aria-label={texts.events}
      items={rows}
      isPart={isPart}
      height={HEIGHT}
      onSeen={onSeen}
      card={({ event }, index) => {
        const kind = KINDS.find((each) => event.stream.startsWith(`${each}-`));
        const day = dayOf(event);
        const startsDay = index === 0 || dayOf(rows[index - 1]?.event) !== day;
        return (
          <>
            {startsDay && (
              <h2 className={cn('pb-1.5 text-sm font-semibold', index > 0 && 'pt-2')}>{formatDate(day)}</h2>
            )}
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(event.leaf)}
              className="grid w-full gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-1.5 text-left text-sm hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
            >
              <span className="wrap-anywhere">{sentenceOf(event, names)}</span>
              <span className="flex items-center gap-3 text-muted">
                {kind && <Badge tone={TONES[kind]}>{texts.kinds[kind]}</Badge>}
                <time dateTime={event.at ?? undefined} className="figures whitespace-nowrap">
                  {formatTime(event.at)}
                </time>
              </span>
            </button>
          </>
        );
      }}
    />
  );
}

/** The day in the time zone of the browser. */
function dayOf(event: TimelineEvent | undefined): string | null {
  const at = new Date(event?.at ?? '');
  if (Number.isNaN(at.getTime())) return null;
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
