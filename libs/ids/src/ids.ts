import { randomBytes, randomUUID } from 'node:crypto';

/** Where chance comes from: a whole system can run from a seed by another implementation. */
export interface IdSource {
  /** A random UUID, lower case. */
  uuid(): string;
  /** `size` unguessable bytes. */
  bytes(size: number): Buffer;
}

export const systemIds: IdSource = { uuid: () => randomUUID(), bytes: (size) => randomBytes(size) };
