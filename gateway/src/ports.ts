import type { Blobs } from '@outlay/blobs';
import type { MessageClient } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { CounterStore, RateLimits } from './throttling/limiters.js';

/** Everything the gateway needs of the outside; the composition chooses the adapters. */
export interface GatewayPorts {
  readonly messages: MessageClient;
  readonly blobs: Blobs;
  /** The key the auth service signs session tokens with (HS256). */
  readonly jwtSecret: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The folder of the built web client, or null to serve none. */
  readonly webRoot: string | null;
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; nobody's where left out. */
  readonly trustedProxies?: readonly string[];
  /** RATE_LIMITS where left out; a test's windows are shorter. */
  readonly rateLimits?: RateLimits;
  /** Where every gateway counts attempts together; in this process where left out. */
  readonly counters?: CounterStore | null;
  /** What the process depends on, by name, and whether each part can work now. */
  readonly isReady: () => Promise<Record<string, boolean>>;
}

export const GATEWAY_PORTS = Symbol('GatewayPorts');
