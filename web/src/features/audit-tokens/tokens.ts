import type { AuditTokenJson } from '@outlay/contracts';
import { isBlank, parseWholeNumber } from '@outlay/rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/audit-tokens';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { ADMIN_KEY } from '#panel/queries';

export const auditTokensQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'audit-tokens'],
  queryFn: ({ signal }) =>
    logged('The audit tokens could not be fetched', signal, api('GET /api/audit/tokens', { signal })),
});

/** The contract's limits, repeated to keep its schemas out of the bundle. */
const TOKEN_DAYS = { min: 1, max: 366 } as const;

export interface TokenForm {
  readonly name: string;
  /** Empty for a token that does not expire. */
  readonly days: string;
}

export function tokenProblems({ name, days }: TokenForm): { name: string | null; days: string | null } {
  const count = parseWholeNumber(days);
  const isInRange = count !== null && count >= TOKEN_DAYS.min && count <= TOKEN_DAYS.max;
  return {
    name: isBlank(name) ? texts.nameRequired : null,
    days: isBlank(days) || isInRange ? null : texts.daysInvalid(TOKEN_DAYS.min, TOKEN_DAYS.max),
  };
}

export type TokenStatus = 'active' | 'expired' | 'revoked' | 'ended';

/** @param now in milliseconds since the epoch */
export function tokenStatus({ revoked_at, expires_at, maker_active }: AuditTokenJson, now: number): TokenStatus {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired';
  return maker_active ? 'active' : 'ended';
}

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, days }: TokenForm) =>
      api('POST /api/audit/tokens', {
        body: { name: name.trim(), expires_in_days: parseWholeNumber(days) },
      }),
    onSettled: () => queryClient.invalidateQueries(auditTokensQuery),
  });
}

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AuditTokenJson) => api('DELETE /api/audit/tokens/{id}', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(auditTokensQuery),
  });
}
