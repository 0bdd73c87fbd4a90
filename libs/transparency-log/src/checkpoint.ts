import { parseLogSize } from './log-size.js';
import { HASH_BYTES } from './merkle.js';
import { openNote, signNote, type Signer, type Verifier } from './signed-note.js';

/** An extension line, which other implementations pass on unread. */
const PREVIOUS = 'previous ';

/** The commitment of a log (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** Names the log, as its key does. */
  readonly origin: string;
  /** Leaves. */
  readonly size: number;
  readonly root: Buffer;
  /** Leaves of the checkpoint before this one, which it shows to have been there. */
  readonly previous?: number | undefined;
}

export function signCheckpoint({ origin, size, root, previous }: Checkpoint, signer: Signer): string {
  const extension = previous === undefined ? '' : `${PREVIOUS}${previous}\n`;
  return signNote(`${origin}\n${size}\n${root.toString('base64')}\n${extension}`, signer);
}

/** @throws RangeError if the note is no checkpoint that the key has signed for the log of its name */
export function openCheckpoint(note: string, verifier: Verifier): Checkpoint {
  const [origin = '', size = '', encoded = '', ...extensions] = openNote(note, verifier).split('\n');
  const root = Buffer.from(encoded, 'base64');
  if (root.length !== HASH_BYTES || root.toString('base64') !== encoded) throw new RangeError('Not a checkpoint');
  if (origin !== verifier.name) throw new RangeError(`A checkpoint of ${origin}, not of ${verifier.name}`);
  const previous = extensions.find((line) => line.startsWith(PREVIOUS))?.slice(PREVIOUS.length);
  return {
    origin,
    size: parseLogSize(size),
    root,
    previous: previous === undefined ? undefined : parseLogSize(previous),
  };
}
