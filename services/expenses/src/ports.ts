import type { EventStore } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';

/** What the expenses service stands on; the composition chooses the adapters. */
export interface ExpensesPorts {
  readonly documents: Connection;
  readonly eventStore: EventStore;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Whether other instances may run on the same stores, so that one of them is chosen to project; default false. */
  readonly sharedStores?: boolean;
}

export const EVENT_STORE = Symbol('EventStore');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('IdSource');
