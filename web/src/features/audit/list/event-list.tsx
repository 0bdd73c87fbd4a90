import * as texts from '#strings/audit';
import { formatInstant } from '#expense/format';
import { Badge } from '#ui/badge';
import { ListCards } from '#ui/list-cards';
import { sentenceOf, type Names } from '../event/sentence';
import type { TimelineKind } from '@outlay/contracts';
import { KINDS } from '../audit-search';
import type { TimelineRow } from './use-timeline';

const HEIGHT = 72;

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
      card={({ event }) => {
        const kind = KINDS.find((each) => event.stream.startsWith(`${each}-`));
        return (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(event.leaf)}
            className="grid w-full gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2.5 text-left text-sm hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <span className="wrap-anywhere">{sentenceOf(event, names)}</span>
            <span className="flex items-center gap-3 text-muted">
              {kind && <Badge tone={TONES[kind]}>{texts.kinds[kind]}</Badge>}
              <time dateTime={event.at ?? undefined} className="figures whitespace-nowrap">
                {formatInstant(event.at)}
              </time>
            </span>
          </button>
        );
      }}
    />
  );
}
