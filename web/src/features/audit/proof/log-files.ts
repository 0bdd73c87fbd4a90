import { apiFile } from '#lib/api-files';

/** The public key of the log, c2sp.org/signed-note. Rejects as `api` does. */
export async function publicKey(signal?: AbortSignal): Promise<string> {
  return textOf('GET /api/audit/key', signal);
}

/** The latest checkpoint, a signed note. Rejects as `api` does. */
export async function latestCheckpoint(signal?: AbortSignal): Promise<string> {
  return textOf('GET /api/audit/checkpoint', signal);
}

async function textOf(key: 'GET /api/audit/key' | 'GET /api/audit/checkpoint', signal?: AbortSignal) {
  const { blob } = await apiFile(key, { signal });
  return blob.text();
}
