import type { EventStore } from '@outlay/event-store';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';

export interface InvitesPorts {
  readonly documents: Connection;
  readonly eventStore: EventStore;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export const IDS = Symbol('IdSource');
