import type { EventStore } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';

/** The adapters are chosen by the composition. */
export interface ExpensesPorts {
  readonly documents: Connection;
  readonly eventStore: EventStore;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** True if other instances use the same stores, so that a lease decides which one projects. False by default. */
  readonly sharedStores?: boolean;
}

export const EVENT_STORE = Symbol('EventStore');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('IdSource');
