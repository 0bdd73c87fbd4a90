export function readInvite(search: Record<string, unknown>): { invite?: string } {
  return typeof search.invite === 'string' || typeof search.invite === 'number'
    ? { invite: String(search.invite) }
    : {};
}
