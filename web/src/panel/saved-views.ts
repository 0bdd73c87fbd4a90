import type { SavedViewJson } from '@outlay/contracts';
import { searchable } from '@outlay/rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { withoutBlanks } from '#lib/url-search';
import { chipsOf, readPanelSearch, type PanelSearch } from './panel-search';
import { ADMIN_KEY } from './queries';

export const savedViewsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'views'],
  queryFn: ({ signal }) =>
    logged('The saved views could not be fetched', signal, api('GET /api/admin/views', { signal })),
});

type ViewFilter = SavedViewJson['filter'];

const SORTS = { submission: 'created_at', oldest: 'oldest', expense: 'date' } as const;

/** The list of the panel's address, as a view keeps it. */
export function viewFilterOf(search: PanelSearch): ViewFilter {
  const { user, status, category, q, sort } = search;
  return withoutBlanks({ ...chipsOf(search), user, status, category, q, sort: sort && SORTS[sort] }) as ViewFilter;
}

/** The changes of the address that lead from any list to that of the view. */
export function searchOfView({ sort, ...filter }: ViewFilter): Partial<PanelSearch> {
  const { user = '', status, category = '', q = '' } = readPanelSearch(filter);
  const named = Object.entries(SORTS).find(([, kept]) => kept === sort)?.[0];
  return { ...chipsOf(filter), user, status, category, q, sort: readPanelSearch({ sort: named }).sort };
}

export function isSameView(one: ViewFilter, other: ViewFilter): boolean {
  const text = (filter: ViewFilter) => JSON.stringify(Object.entries(filter).sort());
  return text(one) === text(other);
}

export function isSameName(one: string, other: string): boolean {
  return searchable(one.trim()) === searchable(other.trim());
}

export interface ViewToSave {
  /** Null for a new one. */
  readonly id: string | null;
  readonly body: Pick<SavedViewJson, 'name' | 'shared' | 'filter'>;
}

export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: ViewToSave) =>
      id === null ? api('POST /api/admin/views', { body }) : api('PUT /api/admin/views/{id}', { params: { id }, body }),
    onSettled: () => client.invalidateQueries(savedViewsQuery),
  });
}

export function useRemoveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedViewJson) => api('DELETE /api/admin/views/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries(savedViewsQuery),
  });
}
