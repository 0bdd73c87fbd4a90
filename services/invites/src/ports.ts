import type { Clock, IdSource } from '@outlay/runtime';
import type { Connection } from 'mongoose';

/** What the invites service stands on; the composition chooses the adapters. */
export interface InvitesPorts {
  readonly documents: Connection;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export const IDS = Symbol('IdSource');
