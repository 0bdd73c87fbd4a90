import type { EventStore } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';
import type { HashingCost } from './password-hasher.js';

export interface AuthPorts {
  readonly documents: Connection;
  readonly eventStore: EventStore;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Signs tokens and keys the hashes of reset codes. Must be the same on every instance. */
  readonly jwtSecret: string;
  /** The secret of reset codes that were issued before it changed, or will be once it has. */
  readonly acceptedJwtSecret?: string | null;
  readonly hashingCost?: HashingCost;
  /** Whether a second super admin must confirm a change of a super admin. */
  readonly fourEyes?: boolean;
}

export const IDS = Symbol('IdSource');
