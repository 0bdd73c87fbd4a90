import type { UserJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import { useMemo } from 'react';
import * as texts from '#strings/audit';
import { events } from '#strings/printing';
import { useStableActions } from '#lib/use-stable-actions';
import { withoutBlanks } from '#lib/url-search';
import { AsOfBar } from '#panel/as-of-bar';
import { pastUsers } from '#panel/past-users';
import { usersQuery } from '#panel/queries';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton, SkeletonRows } from '#ui/skeleton';
import { readAuditSearch, type AuditSearch } from './audit-search';
import { CheckpointCard } from './checkpoint/checkpoint-card';
import { namesOf } from './event/sentence';
import { formatCount } from './format-count';
import { EventList } from './list/event-list';
import { Filters } from './list/filters';
import type { TimelineFilter } from './timeline';
import { useTimeline } from './list/use-timeline';
import { Verification } from './verification/verification';

const PrintAll = lazyPart(() => import('#expense/print-all'));
const EventSheet = lazyPart(() => import('./event/event-sheet'));
const route = getRouteApi('/signed-in/shell/audit');

export default function AuditContent() {
  const { event: opened, ...search } = readAuditSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const { as_of } = search;
  const users = useUsers(as_of);
  const names = useMemo(() => namesOf(users), [users]);
  const change = (next: AuditSearch, replace: boolean) =>
    void navigate({ search: withoutBlanks(next), replace, resetScroll: false });
  const { onOpen, onStep, onChange } = useStableActions({
    onOpen: (leaf: number) => change({ ...search, event: String(leaf) }, false),
    onStep: (leaf: number) => change({ ...search, event: String(leaf) }, true),
    onChange: (changes: Partial<AuditSearch>) => change({ ...search, ...changes }, true),
  });
  const filterKey = JSON.stringify(search);
  const filter = useMemo(() => JSON.parse(filterKey) as TimelineFilter, [filterKey]);
  const list = useTimeline(filter);
  const isFiltered = Object.keys(search).some((name) => name !== 'as_of');
  const leaf = opened === undefined ? null : Number(opened);

  return (
    <>
      {as_of && <AsOfBar asOf={as_of} percent={null} onChange={(next) => onChange({ as_of: next })} />}
      {/* A verification and a checkpoint are of the present log only. */}
      {!as_of && (
        <Verification>
          <CheckpointCard users={users} person={search.person} from={search.from} to={search.to} />
        </Verification>
      )}
      <Filters search={search} users={users} onChange={onChange} />
      {list.rows.length > 0 && (list.hasNextPage || list.isPaged) && (
        <PrintAll key={filterKey} list={list} noun={events} />
      )}
      <Timeline
        list={list}
        names={names}
        onOpen={onOpen}
        isFiltered={isFiltered}
        onClear={() => change({ as_of }, true)}
      />
      {leaf !== null && (
        <EventSheet
          leaf={leaf}
          rows={list.rows}
          size={list.size}
          onSeen={list.onSeen}
          names={names}
          asOf={as_of}
          onShow={onStep}
          onFilter={(only) => change({ as_of, ...only }, false)}
          onClose={() => change(search, true)}
        />
      )}
    </>
  );
}

const NOBODY: readonly UserJson[] = [];

/** Names as they were then. */
function useUsers(asOf: string | undefined): readonly UserJson[] {
  const now = useQuery({ ...usersQuery, enabled: !asOf });
  const then = useQuery({ ...pastUsers(asOf ?? ''), enabled: Boolean(asOf) });
  return (asOf ? then : now).data ?? NOBODY;
}

interface TimelineProps {
  list: ReturnType<typeof useTimeline>;
  names: ReturnType<typeof namesOf>;
  isFiltered: boolean;
  onOpen: (leaf: number) => void;
  onClear: () => void;
}

function Timeline({ list, names, isFiltered, onOpen, onClear }: TimelineProps) {
  const { rows, error, isPending, isFetching, hasNextPage, size } = list;
  return (
    <div aria-busy={isFetching}>
      <div role="status" className="sticky top-18 z-20 h-0 text-center wide:top-6">
        {list.waiting > 0 && (
          <Button variant="primary" size="sm" className="-translate-y-1/2 shadow-lg" onClick={list.showWaiting}>
            <Glyph name="arrow-up" /> {texts.added(list.waiting)}
          </Button>
        )}
      </div>
      {isPending && <SkeletonRows label={texts.loading} />}
      {rows.length === 0 && !isPending && !hasNextPage && !error && (
        <EmptyState
          icon={<Glyph name="history" />}
          title={texts.none}
          action={isFiltered && <Button onClick={onClear}>{texts.clear}</Button>}
        >
          {isFiltered && texts.noneMatch}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <EventList rows={rows} names={names} isPart={hasNextPage} onSeen={list.onSeen} onOpen={onOpen} />
      )}
      {hasNextPage && isFetching && (
        <div role="status">
          <p className="text-sm text-muted">{texts.searching}</p>
          <Skeleton className="mt-2 h-12" />
        </div>
      )}
      <LoadFailure query={{ error, isFetching, refetch: list.retry }} fallback={texts.loadFailed} />
      {rows.length > 0 && !hasNextPage && <p className="text-sm text-muted">{texts.end(formatCount(size))}</p>}
    </div>
  );
}
