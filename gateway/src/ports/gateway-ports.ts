import type { Blobs } from '@outlay/blobs';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Mailbox } from './mailbox.js';
import type { CounterStore, RateLimits } from './rate-limits.js';

export interface GatewayPorts {
  readonly messages: MessageClient;
  readonly blobs: Blobs;
  /** The HS256 key the auth service signs session tokens with. */
  readonly jwtSecret: string;
  /** The key of tokens and URLs that were signed before the key changed, or will be once it has. */
  readonly acceptedJwtSecret?: string | null;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The folder of the built web client, or null to serve none. */
  readonly webRoot: string | null;
  /** Proxies whose X-Forwarded-For is trusted, as addresses or networks; none by default. */
  readonly trustedProxies?: readonly string[];
  readonly rateLimits?: RateLimits;
  /** Bytes of receipts that may be received at once. */
  readonly uploadMemory?: number;
  /** The store where all gateways count attempts together; in this process by default. */
  readonly counters?: CounterStore | null;
  /** How long a shutdown still serves on open connections, while clients move to other gateways; 0 by default. */
  readonly drainMs?: number;
  /** Where receipts arrive by mail; none by default. */
  readonly mail?: MailPort | null;
  /** The states come from memory, because anybody may ask. */
  readonly isReady: () => Readonly<Record<string, boolean>>;
  /** The settings whose servers cannot be used, from memory as well; none by default. */
  readonly missing?: () => readonly string[];
}

export interface MailPort {
  readonly mailbox: Mailbox;
  /** The server whose checks prove that a mail comes from its sender; null if nothing needs to prove it. */
  readonly serverId: string | null;
}

/** The first signs. */
export function acceptedSecrets({
  jwtSecret,
  acceptedJwtSecret = null,
}: Pick<GatewayPorts, 'jwtSecret' | 'acceptedJwtSecret'>): readonly [string, ...string[]] {
  return acceptedJwtSecret === null ? [jwtSecret] : [jwtSecret, acceptedJwtSecret];
}

export const GATEWAY_PORTS = Symbol('GatewayPorts');
