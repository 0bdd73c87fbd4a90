import { api } from '#lib/api';
import { fromBase64 } from './bytes';
import { parseCheckpoint, parseFingerprint } from './checkpoint';
import { latestCheckpoint } from './log-files';
import { isConsistent } from './merkle';

export type Comparison =
  | { readonly outcome: 'not-understood' }
  /** The first `kept` events of the log match the checkpoint; the log has `now` events. */
  | { readonly outcome: 'consistent' | 'inconsistent' | 'shorter'; readonly kept: number; readonly now: number };

/** Whether the log continues a kept checkpoint or fingerprint. Computed here. Rejects as `api` does. */
export async function compareKept(text: string): Promise<Comparison> {
  const kept = parseCheckpoint(text) ?? parseFingerprint(text);
  if (!kept) return { outcome: 'not-understood' };
  const latest = parseCheckpoint(await latestCheckpoint());
  if (!latest) throw new RangeError('The server has sent no checkpoint.');
  const sizes = { kept: kept.size, now: latest.size };
  if (kept.size > latest.size) return { outcome: 'shorter', ...sizes };
  const query = { from: String(kept.size), to: String(latest.size) };
  const { hashes } = await api('GET /api/audit/proof/consistency', { query });
  const holds = await isConsistent(kept, latest, hashes.map(fromBase64));
  return { outcome: holds ? 'consistent' : 'inconsistent', ...sizes };
}
