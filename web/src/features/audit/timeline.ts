import type { TimelineEvent } from '@outlay/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import type { Reply } from '#lib/routes';
import { ADMIN_KEY } from '#panel/queries';
import type { AuditSearch } from './audit-search';

const PAGE = 100;
const TIMELINE_KEY = [...ADMIN_KEY, 'timeline'] as const;

export type TimelinePage = Reply<'GET /api/audit/timeline'>;
export type TimelineFilter = Omit<AuditSearch, 'event'>;

export function fetchTimeline(filter: TimelineFilter, before?: number, signal?: AbortSignal): Promise<TimelinePage> {
  const { from, to, as_of, ...others } = filter;
  const instants = { from: from && startOf(from), to: endOf(to && startOf(to, 1), as_of && justAfter(as_of)) };
  return api('GET /api/audit/timeline', {
    query: { ...others, ...instants, before: before?.toString(), limit: String(PAGE) },
    signal,
  });
}

export const timelineQuery = (filter: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [...TIMELINE_KEY, filter],
    queryFn: ({ pageParam, signal }) => fetchTimeline(filter, pageParam ?? undefined, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Logged events do not change; new ones are added.
    staleTime: Infinity,
    gcTime: 0,
  });

/** An event by its leaf. */
export const eventQuery = (leaf: number) =>
  queryOptions({
    queryKey: [...TIMELINE_KEY, 'event', leaf],
    queryFn: async ({ signal }): Promise<TimelineEvent | null> => {
      const query = { before: String(leaf + 1), limit: '1' };
      const { events } = await api('GET /api/audit/timeline', { query, signal });
      return events.find((event) => event.leaf === leaf) ?? null;
    },
    staleTime: Infinity,
  });

function endOf(day: string | undefined, asOf: string | undefined): string | undefined {
  return day && asOf && day < asOf ? day : (asOf ?? day);
}

/** The past includes its instant, while a period ends before its end. The server refuses texts that are no instant. */
function justAfter(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : new Date(at + 1).toISOString();
}

/** The instant at which a calendar day begins where the browser is. */
function startOf(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
