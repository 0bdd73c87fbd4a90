import type { MessageClient } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';

/** What the auth service stands on; the composition chooses the adapters. */
export interface AuthPorts {
  readonly documents: Connection;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Signs session tokens and keys the reset codes' hashes; the same on every instance. */
  readonly jwtSecret: string;
}

export const IDS = Symbol('IdSource');
