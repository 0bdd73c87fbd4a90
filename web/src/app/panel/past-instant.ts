import { api } from '#lib/api';

const DAY_MS = 24 * 60 * 60_000;

/** A day ago, or the middle of the time since the first event if that is later. */
export async function instantOfThePast(): Promise<number> {
  const now = Date.now();
  const oldest = await api('GET /api/audit/timeline', { query: { before: '1', limit: '1' } }).catch(() => null);
  const first = Date.parse(oldest?.events[0]?.at ?? '');
  return Math.max(now - DAY_MS, Number.isNaN(first) ? 0 : (first + now) / 2);
}
