import { parseLogSize } from './log-size.js';
import { HASH_BYTES } from './merkle.js';

/** The message of a log to a witness, c2sp.org/tlog-witness. */
export interface AddCheckpoint {
  /** Leaves of the checkpoint that the witness has cosigned last; 0 before the first one. */
  readonly oldSize: number;
  /** The proof that the new log only adds to the old one. */
  readonly proof: readonly Buffer[];
  /** A signed note. */
  readonly checkpoint: string;
}

/** The type of a reply with status 409, which says the size that the witness knows. */
export const SIZE_TYPE = 'text/x.tlog.size';
const MAX_HASHES = 63;

export function encodeAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return `old ${oldSize}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${checkpoint}`;
}

/** @throws RangeError if the text is malformed; the checkpoint is not verified */
export function decodeAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n');
  const [first = '', ...hashes] = text.slice(0, Math.max(end, 0)).split('\n');
  const [, oldSize] = /^old (\d+)$/.exec(first) ?? [];
  const proof = hashes.map((line) => Buffer.from(line, 'base64'));
  const isWellFormed = proof.every((hash, at) => hash.length === HASH_BYTES && hash.toString('base64') === hashes[at]);
  if (oldSize === undefined || !isWellFormed || proof.length > MAX_HASHES)
    throw new RangeError('Not an old size, a proof and a checkpoint');
  return { oldSize: parseLogSize(oldSize), proof, checkpoint: text.slice(end + 2) };
}
