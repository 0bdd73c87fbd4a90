import type { TripJson } from '@outlay/contracts';
import { searchable } from '@outlay/rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/trips';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import type { Body } from '#lib/routes';
import { formatDate } from '../format';

// The form of a claim uses these, and an expired session must not discard it.
const keepSession = true;

export const tripsQuery = queryOptions({
  queryKey: ['trips'],
  queryFn: ({ signal }) =>
    logged('The trips could not be fetched', signal, api('GET /api/trips', { signal, keepSession })),
});

export function isSameTrip(one: string, other: string): boolean {
  return searchable(one) === searchable(other);
}

export function daysOf({ first_day, last_day }: TripJson): string {
  return texts.days(formatDate(first_day), formatDate(last_day));
}

/** A trip of before keeps its name. */
export function useSaveTrip(trip: TripJson | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, ...terms }: Body<'POST /api/trips'>) =>
      trip === null
        ? api('POST /api/trips', { body: { name, ...terms }, keepSession })
        : api('PUT /api/trips/{id}', { params: { id: trip.id }, body: terms, keepSession }),
    onSettled: () => client.invalidateQueries(tripsQuery),
  });
}

export function useRemoveTrip() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: TripJson) => api('DELETE /api/trips/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries(tripsQuery),
  });
}
