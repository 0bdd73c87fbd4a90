import {
  completeHash,
  consistencyProof,
  encodeAddCheckpoint,
  leafHash,
  openPrivateKey,
  privateKey,
  rootHash,
  signCheckpoint,
  type Signer,
} from '@outlay/transparency-log';

/** A log in memory that speaks to a witness. A fork of it has other leaves from `forkedAt` on. */
export class GrowingLog {
  readonly signer: Signer;

  constructor(
    readonly origin: string,
    private readonly forkedAt = Infinity,
  ) {
    this.signer = openPrivateKey(privateKey(origin, Buffer.alloc(32, origin.length)));
  }

  async request(oldSize: number, size: number, changes: { proof?: Buffer[]; signer?: Signer } = {}): Promise<string> {
    const proof = changes.proof ?? (oldSize === 0 || oldSize >= size ? [] : await this.prove(oldSize, size));
    const root = await rootHash(size, this.hashAt);
    const checkpoint = signCheckpoint({ origin: this.origin, size, root }, changes.signer ?? this.signer);
    return encodeAddCheckpoint({ oldSize, proof, checkpoint });
  }

  prove(oldSize: number, size: number): Promise<Buffer[]> {
    return consistencyProof(oldSize, size, this.hashAt);
  }

  private readonly hashAt = async (level: number, index: number): Promise<Buffer> => {
    const width = 2 ** level;
    const leaf = (n: number) => leafHash(Buffer.from(`${n >= this.forkedAt ? 'forked' : 'leaf'} ${n}`));
    return completeHash(Array.from({ length: width }, (_, n) => leaf(index * width + n)));
  };
}
