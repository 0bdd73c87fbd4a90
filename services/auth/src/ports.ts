import type { EventStore } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';
import type { HashingCost } from './credentials/password-hasher.js';

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
  /** Whether other instances write to the same documents; by default they do. */
  readonly sharedStores?: boolean;
}

export const DOCUMENTS = Symbol('Connection');
export const EVENT_STORE = Symbol('EventStore');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('IdSource');
export const JWT_SECRET = Symbol('The secret that signs tokens');
export const RESET_CODE_SECRETS = Symbol('The secrets of reset codes');
export const HASHING_COST = Symbol('HashingCost');
export const SHARED_STORES = Symbol('Whether other instances use the stores');
export const FOUR_EYES = Symbol('Whether a second super admin must confirm');
