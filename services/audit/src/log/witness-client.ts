import {
  consistencyProof,
  encodeAddCheckpoint,
  onlySignedBy,
  parseLogSize,
  parseNote,
  SIZE_TYPE,
  type Checkpoint,
  type HashReader,
  type Verifier,
} from '@outlay/transparency-log';

const TIMEOUT_MS = 5000;
/** A reply is a few lines. */
const MAX_REPLY_BYTES = 16_384;

export interface Witness {
  readonly url: string;
  readonly verifier: Verifier;
}

/** Asks one witness, c2sp.org/tlog-witness. */
export class WitnessClient {
  /** Leaves of the checkpoint that the witness has cosigned last, as far as is known here. */
  private oldSize = 0;

  constructor(private readonly witness: Witness) {}

  get name(): string {
    return this.witness.verifier.name;
  }

  /** The witness's signature line. @throws Error if it does not cosign */
  async cosign(checkpoint: Checkpoint, note: string, hashAt: HashReader): Promise<string> {
    const first = await this.send(checkpoint, note, hashAt);
    if (first.status !== 409 || !first.type?.startsWith(SIZE_TYPE)) return this.accept(checkpoint, note, first);
    this.oldSize = knownSize(first.text);
    return this.accept(checkpoint, note, await this.send(checkpoint, note, hashAt));
  }

  private accept({ size }: Checkpoint, note: string, { status, text }: Reply): string {
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200).trim()}`);
    const cosigned = onlySignedBy(note + text, this.witness.verifier);
    this.oldSize = size;
    return cosigned.slice(parseNote(cosigned).text.length + 1);
  }

  private async send({ size }: Checkpoint, checkpoint: string, hashAt: HashReader): Promise<Reply> {
    const { oldSize } = this;
    if (!(oldSize <= size)) {
      this.oldSize = 0;
      throw new Error(`it has cosigned ${oldSize} events, and the log has ${size}`);
    }
    const proof = oldSize === 0 || oldSize === size ? [] : await consistencyProof(oldSize, size, hashAt);
    const response = await fetch(`${this.witness.url}/add-checkpoint`, {
      method: 'POST',
      body: encodeAddCheckpoint({ oldSize, proof, checkpoint }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, type: response.headers.get('content-type'), text: await readText(response) };
  }
}

/** @throws Error unless the reply is a size, as the specification of witnesses has it */
function knownSize(text: string): number {
  try {
    return parseLogSize(text.replace(/\n$/, ''));
  } catch {
    throw new Error(`it has cosigned ${JSON.stringify(text.slice(0, 50))} events, which is no number of events`);
  }
}

interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES) throw new Error('its reply is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
