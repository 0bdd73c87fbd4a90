import { api } from '#lib/api';
import { apiFile } from '#lib/api-files';

const LIMIT = 10_000;

/** The feed as it is now, as NDJSON. Rejects as `api` does. */
export async function allEvents(onProgress: (share: number) => void): Promise<Blob> {
  const { size } = await api('GET /api/audit/timeline', { query: { limit: '1' } });
  const parts: Blob[] = [];
  for (let after = -1; after < size - 1;) {
    const limit = String(Math.min(LIMIT, size - 1 - after));
    const query = after < 0 ? { limit } : { after: String(after), limit };
    const { blob } = await apiFile('GET /api/audit/events', { query });
    parts.push(blob);
    after += Number(limit);
    onProgress((after + 1) / size);
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}
