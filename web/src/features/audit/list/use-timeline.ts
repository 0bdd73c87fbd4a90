import type { TimelineEvent } from '@outlay/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStableActions } from '#lib/use-stable-actions';
import { useNewEvents } from './use-new-events';
import { fetchTimeline, timelineQuery, type TimelineFilter, type TimelinePage } from '../timeline';

/** The next page is requested this many rows before the end. */
const AHEAD = 40;
const NONE: readonly TimelineRow[] = [];

export interface TimelineRow {
  readonly id: string;
  readonly event: TimelineEvent;
}

/** The pages of the timeline; new events are added where no row moves, and announced elsewhere. */
export function useTimeline(filter: TimelineFilter) {
  const client = useQueryClient();
  const options = timelineQuery(filter);
  const query = useInfiniteQuery(options);
  const { data, hasNextPage, isFetching, error, fetchNextPage } = query;
  const [newest, setNewest] = useState<{ page: TimelinePage; of: TimelineFilter } | null>(null);
  const rows = useMemo(() => data?.pages.flatMap(({ events }) => events.map(toRow)) ?? NONE, [data]);
  const shownSize = data?.pages[0]?.size ?? 0;
  const waiting = newest?.of === filter ? newest.page.events.filter(({ leaf }) => leaf >= shownSize) : [];

  const show = (page: TimelinePage, after: number) => {
    const added = page.events.filter(({ leaf }) => leaf >= after);
    // More than a page is new, so the events in between are not known.
    if (added.length > 0 && added.length === page.events.length && page.next !== null && page.next > after) {
      client.setQueryData(options.queryKey, { pages: [page], pageParams: [null] });
    } else {
      client.setQueryData(
        options.queryKey,
        (loaded) =>
          loaded && {
            ...loaded,
            pages: loaded.pages.map((each, at) =>
              at === 0 ? { ...each, size: page.size, events: [...added, ...each.events] } : each,
            ),
          },
      );
    }
    setNewest(null);
  };
  const look = async (signal: AbortSignal) => {
    const page = await fetchTimeline(filter, undefined, signal).catch(() => null);
    const size = client.getQueryData(options.queryKey)?.pages[0]?.size;
    if (!page || size === undefined || signal.aborted) return;
    if (nothingMoves()) show(page, size);
    else setNewest({ page, of: filter });
  };
  // The past gets no new events.
  useNewEvents(data && !filter.as_of ? shownSize - 1 : null, look);

  // A page of a search can be empty, because only a part of the log was looked at.
  const goOn = useEffectEvent(() => {
    if (hasNextPage && !isFetching && !error && rows.length < AHEAD) void fetchNextPage();
  });
  useEffect(() => goOn(), [data, isFetching]);

  const { onSeen } = useStableActions({
    onSeen: (_first: number, last: number) => {
      if (hasNextPage && !isFetching && !error && last >= rows.length - AHEAD) void fetchNextPage();
    },
  });
  return {
    rows,
    onSeen,
    error,
    hasNextPage,
    loadNext: () => fetchNextPage({ cancelRefetch: false }),
    isPaged: (data?.pages.length ?? 0) > 1,
    isFetching,
    isPending: query.isPending,
    size: shownSize,
    waiting: waiting.length,
    retry: () => void (data && hasNextPage ? fetchNextPage() : query.refetch()),
    showWaiting: () => {
      window.scrollTo({ top: 0 });
      if (newest) show(newest.page, shownSize);
    },
  };
}

/** Whether rows may be added on top: nothing above them was scrolled away, and no event is open. */
function nothingMoves(): boolean {
  return window.scrollY === 0 && !document.querySelector('[data-popup]');
}

function toRow(event: TimelineEvent): TimelineRow {
  return { id: String(event.leaf), event };
}
