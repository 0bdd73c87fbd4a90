import { randomBytes, randomUUID } from 'node:crypto';

/** The source of random ids; another implementation can derive all of them from a seed. */
export interface IdSource {
  uuid(): string;
  /** Cryptographically random. */
  bytes(size: number): Buffer;
}

export const systemIds: IdSource = { uuid: () => randomUUID(), bytes: (size) => randomBytes(size) };
