import type { ReceiptRef } from '@outlay/contracts';
import type { EventStore, EventStoreOptions } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';

export interface StoredReceipts {
  /** Whether the stored bytes have the receipt's hash. */
  isIntact(receipt: ReceiptRef): Promise<boolean>;
}

export interface ExpensesPorts {
  readonly documents: Connection;
  readonly eventStore: EventStore;
  /** Opens the same store in threads that read the past. */
  readonly pastEvents: EventStoreOptions;
  readonly messages: MessageClient;
  readonly receipts: StoredReceipts;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** A lease decides which of the instances that share the stores projects. */
  readonly sharedStores?: boolean;
}

export const DOCUMENTS = Symbol('Connection');
export const EVENT_STORE = Symbol('EventStore');
export const PAST_EVENTS = Symbol('EventStoreOptions');
export const RECEIPTS = Symbol('StoredReceipts');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('IdSource');
export const SHARED_STORES = Symbol('Whether other instances may share the stores');
