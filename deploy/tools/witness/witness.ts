import { hash } from 'node:crypto';
import {
  decodeAddCheckpoint,
  isConsistent,
  onlySignedBy,
  openCheckpoint,
  parseNote,
  SIZE_TYPE,
  type AddCheckpoint,
  type Checkpoint,
  type Cosigner,
  type Verifier,
} from '@outlay/transparency-log';
import type { Clock } from '@outlay/time';

/** The latest checkpoint that the witness has cosigned, by the origin of its log. */
export interface Heads {
  read(origin: string): string | null;
  /** Stores the note durably before it returns. */
  write(origin: string, note: string): void;
}

export interface WitnessReply {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

/** Cosigns a checkpoint if the log has only grown since the last one, c2sp.org/tlog-witness. */
export class Witness {
  constructor(
    private readonly cosigner: Cosigner,
    /** The verifiers of logs; several for a log whose key changed. */
    private readonly keys: readonly Verifier[],
    private readonly heads: Heads,
    private readonly clock: Clock,
  ) {}

  /** Synchronous, so that no other request comes between reading the head and writing it. */
  addCheckpoint(body: string): WitnessReply {
    const sent = decoded(body);
    if (!sent) return refusal(400, 'This is not an old size, a proof and a checkpoint.');
    const [origin = ''] = sent.checkpoint.split('\n');
    const keys = this.keys.filter(({ name }) => name === origin);
    if (keys.length === 0) return refusal(404, 'This witness does not know the log.');
    const signed = openedByOneOf(keys, sent.checkpoint);
    if (!signed) return refusal(403, 'The log has not signed the checkpoint.');
    const { key, checkpoint: next } = signed;
    if (sent.oldSize > next.size) return refusal(400, 'The old size is larger than that of the checkpoint.');

    const head = this.headOf(origin, keys);
    if (sent.oldSize !== head.size) return { status: 409, body: `${head.size}\n`, type: SIZE_TYPE };
    if (!hasOnlyGrown(head, next, sent.proof))
      return refusal(422, `The log does not begin with the ${head.size} events that this witness has cosigned.`);
    const own = onlySignedBy(sent.checkpoint, key);
    const line = this.cosigner.cosign(parseNote(own).text, Math.floor(this.clock.now().getTime() / 1000));
    this.heads.write(origin, own + line);
    return { status: 200, body: line };
  }

  /** The latest checkpoint that it has cosigned. */
  checkpoint(originHash: string): WitnessReply {
    const log = this.keys.find(({ name }) => hash('sha256', name) === originHash);
    const note = log ? this.heads.read(log.name) : null;
    return note === null
      ? refusal(404, 'This witness has cosigned no checkpoint of the log.')
      : { status: 200, body: note };
  }

  /** @throws RangeError if the stored head is not one that this witness has cosigned, or the key of its log is not given */
  private headOf(origin: string, keys: readonly Verifier[]): Checkpoint {
    const note = this.heads.read(origin);
    if (note === null) return { origin, size: 0, root: EMPTY };
    onlySignedBy(note, this.cosigner.verifier);
    const head = openedByOneOf(keys, note);
    if (!head) throw new RangeError(`The head of ${origin} was signed by another key than those given`);
    return head.checkpoint;
  }
}

const EMPTY = hash('sha256', '', 'buffer');

function hasOnlyGrown(older: Checkpoint, newer: Checkpoint, proof: readonly Buffer[]): boolean {
  if (newer.size === 0) return proof.length === 0 && newer.root.equals(EMPTY);
  return older.size === 0 ? proof.length === 0 : isConsistent(older, newer, proof);
}

function refusal(status: number, message: string): WitnessReply {
  return { status, body: `${message}\n` };
}

function decoded(body: string): AddCheckpoint | null {
  return orNull(() => decodeAddCheckpoint(body));
}

function openedByOneOf(keys: readonly Verifier[], note: string) {
  for (const key of keys) {
    const checkpoint = orNull(() => openCheckpoint(note, key));
    if (checkpoint) return { key, checkpoint };
  }
  return null;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
