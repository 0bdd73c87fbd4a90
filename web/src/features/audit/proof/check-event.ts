import type { TimelineEvent } from '@outlay/contracts';
import { api } from '#lib/api';
import { canonicalJson } from './canonical-json';
import { encode, equal, fromBase64, fromHex, sha256, toHex } from './bytes';
import { isSignedBy, parseCheckpoint } from './checkpoint';
import { leafHash, rootOf } from './merkle';
import { publicKey } from './log-files';

export interface EventProof {
  /** Whether the event that is shown has the hash that is in the log. */
  readonly isUnaltered: boolean;
  /** Whether the proof leads from that hash to the root of the checkpoint. */
  readonly isIncluded: boolean;
  /** Whether the key of the log has signed the checkpoint; null if the browser cannot tell. */
  readonly isSigned: boolean | null;
  readonly leaf: string;
  readonly hashes: readonly string[];
  readonly size: number;
  readonly checkpoint: string;
}

/** Fetches the proof of an event and computes everything here. Rejects as `api` does. */
export async function checkEvent(event: TimelineEvent, signal?: AbortSignal): Promise<EventProof> {
  const { stream, revision, id, type, data, metadata } = event;
  const query = { stream, revision: String(revision) };
  const proof = await api('GET /api/audit/proof/inclusion', { query, signal });
  const hash = await sha256(encode(canonicalJson({ stream, revision, id, type, data, metadata })));
  const leaf = await leafHash(fromHex(event.hash));
  const root = await rootOf({ index: event.leaf, hash: leaf }, proof.size, proof.hashes.map(fromBase64));
  const checkpoint = parseCheckpoint(proof.checkpoint);
  return {
    isUnaltered: toHex(hash) === event.hash,
    isIncluded: root !== null && checkpoint?.size === proof.size && equal(root, checkpoint.root),
    isSigned: await isSignedBy(proof.checkpoint, await publicKey(signal)).catch(ifUnknown),
    leaf: toHex(leaf),
    hashes: proof.hashes,
    size: proof.size,
    checkpoint: proof.checkpoint,
  };
}

/** Older browsers do not know Ed25519. */
function ifUnknown(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
  throw error;
}
