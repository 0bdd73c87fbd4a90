import { createHash } from 'node:crypto';
import {
  LogKeys,
  openKeyChange,
  openPrivateKey,
  privateKey,
  signKeyChange,
  type SignedCheckpoint,
  type Signer,
} from '@outlay/transparency-log';
import type { KeyChangeFiles } from './key-change-files.js';

/** The secrets that the keys of the log are derived from. */
export interface AuditSecrets {
  readonly auditKey: string;
  /** The previous key, while the key changes. */
  readonly previousAuditKey?: string | null;
}

type Changes = Pick<KeyChangeFiles, 'all'>;

/** The keys of a log as its files name them. Another instance may have changed the key. */
export class LogKeyring {
  private keys: LogKeys | null = null;

  /** @param previous hands over to the signer if it is the key of the log until now */
  constructor(
    private readonly changes: Changes,
    readonly signer: Signer,
    private readonly previous: Signer | null = null,
  ) {}

  /** The first key names the log; the changes of keys say which one that was. */
  static async open(changes: Changes, { auditKey, previousAuditKey = null }: AuditSecrets): Promise<LogKeyring> {
    const [first] = await changes.all();
    const name = first === undefined ? logName(previousAuditKey ?? auditKey) : openKeyChange(first).origin;
    const previous = previousAuditKey === null ? null : auditSigner(previousAuditKey, name);
    return new LogKeyring(changes, auditSigner(auditKey, name), previous);
  }

  get name(): string {
    return this.signer.verifier.name;
  }

  /** @throws RangeError if the files name other keys */
  async read(): Promise<LogKeys> {
    const changes = await this.changes.all();
    const { publicKey } = this.signer;
    const isKnown = changes.map(openKeyChange).some(({ from, to }) => from === publicKey || to === publicKey);
    this.keys = LogKeys.of(isKnown ? publicKey : (this.previous?.publicKey ?? publicKey), changes);
    return this.keys;
  }

  /** @throws RangeError unless the note is a checkpoint of the log */
  async openCheckpoint(note: string): Promise<SignedCheckpoint> {
    const known = this.keys?.haveSigned(note) ? this.keys : await this.read();
    return known.open(note);
  }

  /**
   * The note by which the signer becomes the key of the log, to be stored; null if it is that already.
   * @param size leaves of the latest checkpoint
   * @throws RangeError if the log has another key, which cannot hand over
   */
  async keyChange(size: number): Promise<string | null> {
    const keys = await this.read();
    if (keys.current === this.signer.publicKey) return null;
    if (keys.include(this.signer.publicKey) || keys.current !== this.previous?.publicKey)
      throw new RangeError(`The key of ${this.name} was changed to another than this process has`);
    return signKeyChange(size, this.previous, this.signer);
  }
}

/** The key that signs checkpoints. @param name of the log, by default as its first key names it */
export function auditSigner(secret: string, name = logName(secret)): Signer {
  return openPrivateKey(privateKey(name, derived(secret, 'checkpoint key')));
}

/** The name distinguishes installations. */
function logName(secret: string): string {
  return `outlay-${derived(secret, 'log name').toString('hex').slice(0, 12)}`;
}

function derived(secret: string, use: string): Buffer {
  return createHash('sha256').update(`outlay ${use}\n${secret.trim()}`).digest();
}
