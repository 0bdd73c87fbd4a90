import { queryOptions } from '@tanstack/react-query';
import type { TrailStateJson } from '@outlay/contracts';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { ADMIN_KEY } from './queries';

export const trailStateQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'trail-state'],
  queryFn: ({ signal }) =>
    logged('The state of the trail could not be fetched', signal, api('GET /api/audit/state', { signal })),
  refetchInterval: 60_000,
});

const BEHIND_SECONDS = 60;

export function isTrailBroken({ quarantined, log_broken }: TrailStateJson): boolean {
  return quarantined > 0 || log_broken !== null;
}

export function areListsBehind({ behind_seconds }: TrailStateJson): boolean {
  return behind_seconds !== null && behind_seconds > BEHIND_SECONDS;
}
