import type { EventStore } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';

export interface InvitesPorts {
  readonly documents: Connection;
  readonly eventStore: EventStore;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** A second super admin must confirm the invite of another. */
  readonly fourEyes?: boolean;
}

export const DOCUMENTS = Symbol('Connection');
export const EVENT_STORE = Symbol('EventStore');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('IdSource');
export const FOUR_EYES = Symbol('Whether a second super admin must confirm');
