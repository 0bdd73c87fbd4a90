import { openCheckpoint, type Checkpoint } from './checkpoint.js';
import { parseLogSize } from './log-size.js';
import {
  isOfKey,
  onlySignedBy,
  openNote,
  openPublicKey,
  parseNote,
  signNote,
  type Signer,
  type Verifier,
} from './signed-note.js';

/** The second line of a checkpoint is a number, so that neither can be taken for the other. */
const CHANGE = 'change of key';

/** One key of a log takes the place of another, which both of them sign. */
export interface KeyChange {
  /** Names the log. */
  readonly origin: string;
  /** Leaves of the last checkpoint that the earlier key signs. */
  readonly size: number;
  /** Public keys: `name+id+key`. */
  readonly from: string;
  readonly to: string;
}

/** @throws RangeError unless the keys are two of one log */
export function signKeyChange(size: number, from: Signer, to: Signer): string {
  const { name } = from.verifier;
  const note = signNote(`${name}\n${CHANGE}\n${size}\n${from.publicKey}\n${to.publicKey}\n`, from, to);
  openKeyChange(note);
  return note;
}

/** @throws RangeError unless the note is a change of keys that both have signed */
export function openKeyChange(note: string): KeyChange {
  const [origin = '', kind, size = '', from = '', to = ''] = parseNote(note).text.split('\n');
  if (kind !== CHANGE || from === to) throw new RangeError('Not a change of keys');
  for (const key of [from, to].map(openPublicKey)) {
    if (key.name !== origin) throw new RangeError(`A key of ${key.name}, not of ${origin}`);
    openNote(note, key);
  }
  return { origin, size: parseLogSize(size), from, to };
}

export interface SignedCheckpoint extends Checkpoint {
  /** The note with the signature of the log's key alone. */
  readonly note: string;
  /** The key that has signed it. */
  readonly publicKey: string;
}

interface LogKey {
  readonly publicKey: string;
  readonly verifier: Verifier;
  /** Leaves of the last checkpoint that it signs. */
  readonly until: number;
}

/** The keys that one log has had, any one of which vouches for the others. */
export class LogKeys {
  private constructor(private readonly keys: readonly [LogKey, ...LogKey[]]) {}

  /**
   * @param trusted the key that is known to be the log's
   * @param changes signed notes, the oldest first
   * @throws RangeError unless the changes follow one another, and lead to or from the trusted key
   */
  static of(trusted: string, changes: readonly string[] = []): LogKeys {
    const opened = changes.map(openKeyChange);
    const [first] = opened;
    const keys: [LogKey, ...LogKey[]] = [keyOf(first?.from ?? trusted, first?.size)];
    for (const [index, { from, to, size }] of opened.entries()) {
      if (keys.at(-1)?.publicKey !== from || size < (opened[index - 1]?.size ?? 0))
        throw new RangeError('The changes of keys do not follow one another');
      keys.push(keyOf(to, opened[index + 1]?.size));
    }
    const all = new LogKeys(keys);
    if (new Set(keys.map(({ publicKey }) => publicKey)).size < keys.length)
      throw new RangeError('A key was given back to the log');
    if (!all.include(trusted)) throw new RangeError('The key is none of those that the log has had');
    return all;
  }

  get name(): string {
    return this.keys[0].verifier.name;
  }

  /** The key that signs now. */
  get current(): string {
    return (this.keys.at(-1) ?? this.keys[0]).publicKey;
  }

  include(publicKey: string): boolean {
    return this.keys.some((key) => key.publicKey === publicKey);
  }

  /** Whether one of them has signed it, which is not verified. @throws RangeError if the text is no signed note */
  haveSigned(note: string): boolean {
    return this.signerOf(note) !== undefined;
  }

  /** @throws RangeError unless the note is a checkpoint that the key of its time has signed */
  open(note: string): SignedCheckpoint {
    const key = this.signerOf(note);
    if (!key) throw new RangeError(`Not signed by ${this.name}`);
    const checkpoint = openCheckpoint(note, key.verifier);
    if (checkpoint.size > key.until)
      throw new RangeError(`Signed by a key that was replaced after ${key.until} events`);
    return { ...checkpoint, note: onlySignedBy(note, key.verifier), publicKey: key.publicKey };
  }

  private signerOf(note: string): LogKey | undefined {
    const { signatures } = parseNote(note);
    return this.keys.find(({ verifier }) => signatures.some((signature) => isOfKey(signature, verifier)));
  }
}

function keyOf(publicKey: string, until = Infinity): LogKey {
  return { publicKey, verifier: openPublicKey(publicKey), until };
}
