import type { Blobs } from '@outlay/blobs';
import type { EventStore } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';
import type { AuditSecrets } from './log/log-keyring.js';
import type { VerifyInstallation } from './verification-runs/verify-installation.js';

export interface AuditPorts {
  readonly documents: Connection;
  readonly eventStore: EventStore;
  /** The files of the log. */
  readonly blobs: Blobs;
  readonly messages: MessageClient;
  /** The same for all instances. */
  readonly secrets: AuditSecrets;
  /** The witnesses that cosign: addresses and public keys, c2sp.org/tlog-witness. */
  readonly witnesses: readonly { readonly url: string; readonly key: string }[];
  readonly verify: VerifyInstallation;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** A lease decides which of the instances that share the stores builds the log. */
  readonly sharedStores?: boolean;
}

export const DOCUMENTS = Symbol('Connection');
export const EVENT_STORE = Symbol('EventStore');
export const BLOBS = Symbol('Blobs');
export const SECRETS = Symbol('AuditSecrets');
export const WITNESSES = Symbol('The witnesses that cosign');
export const VERIFY = Symbol('VerifyInstallation');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('IdSource');
export const SHARED_STORES = Symbol('Whether instances share the stores');
export const LEASE = Symbol('Lease');
