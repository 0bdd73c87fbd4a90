import type { RunJson } from '@outlay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { ADMIN_KEY } from '#panel/queries';
import type { Owed } from './owed';

const RUNS_KEY = [...ADMIN_KEY, 'payment-runs'] as const;
/** How often a run that goes on is asked for, in milliseconds. */
const PAYING_MS = 1_000;

export const runsQuery = queryOptions({
  queryKey: RUNS_KEY,
  queryFn: ({ signal }) =>
    logged('The payment runs could not be fetched', signal, api('GET /api/admin/payment-runs', { signal })),
  staleTime: 0,
});

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, id],
    queryFn: ({ signal }) =>
      logged(
        'The payment run could not be fetched',
        signal,
        api('GET /api/admin/payment-runs/{id}', { params: { id }, signal }),
      ),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.counts.open > 0 ? PAYING_MS : false),
  });

/** Pays what was shown, or leaves it out. */
export function requestRun(owed: readonly Owed[], idempotencyKey: string): Promise<RunJson> {
  return api('POST /api/admin/payment-runs', { body: bodyOf(owed), idempotencyKey });
}

export function bodyOf(owed: readonly Owed[]) {
  return {
    expenses: owed.flatMap(({ expenses }) =>
      expenses.map(({ id, revision, head }) => ({ id, revision, ...(head !== null && { head }) })),
    ),
  };
}
