import { HASH_BYTES } from './merkle.js';
import { openNote, signNote, type Signer, type Verifier } from './signed-note.js';

/** What a log commits to (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** Names the log, as its key does. */
  readonly origin: string;
  /** Leaves. */
  readonly size: number;
  readonly root: Buffer;
}

export function signCheckpoint({ origin, size, root }: Checkpoint, signer: Signer): string {
  return signNote(`${origin}\n${size}\n${root.toString('base64')}\n`, signer);
}

/** @throws RangeError if the note is no checkpoint that the key has signed for the log of its name */
export function openCheckpoint(note: string, verifier: Verifier): Checkpoint {
  const [origin = '', size = '', encoded = ''] = openNote(note, verifier).split('\n');
  const root = Buffer.from(encoded, 'base64');
  const isWellFormed = /^(0|[1-9]\d{0,15})$/.test(size) && root.length === HASH_BYTES;
  if (!isWellFormed || root.toString('base64') !== encoded) throw new RangeError('Not a checkpoint');
  if (origin !== verifier.name) throw new RangeError(`A checkpoint of ${origin}, not of ${verifier.name}`);
  return { origin, size: Number(size), root };
}
