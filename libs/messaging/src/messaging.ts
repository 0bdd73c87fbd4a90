import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Clock } from '@outlay/time';
import type { MessageClient } from './message-client.js';
import type { ReceivedMessages } from './received-messages.js';

export interface Messaging {
  readonly client: MessageClient;
  /** Instances of a service share its name, and each message reaches one. Closing waits for received messages. */
  server(service: string): CustomTransportStrategy;
  /** Whether messages can be sent now, and others can read them; resolves within two seconds. */
  isReady(): Promise<boolean>;
  /** Call after closing every server and caller. */
  close(): Promise<void>;
}

/** The credentials of a process for NATS, besides those in the URL. */
export interface NatsAccess {
  readonly user?: string | null;
  readonly password?: string | null;
  /** The content of a credentials file (JWT and seed), instead of a user. */
  readonly credentials?: string | null;
  /** The authority that signed the server's certificate, as PEM; by default those that Node trusts. With one, TLS is required. */
  readonly authority?: string | null;
  /** A client certificate and its key, as PEM, if the server asks for one. */
  readonly certificate?: string | null;
  readonly key?: string | null;
}

export interface MessagingOptions {
  /** NATS servers, by commas: `nats://user:password@host:4222`, `nats://token@host:4222`, `tls://` to encrypt. */
  readonly url?: string | null;
  readonly access?: NatsAccess;
  /** Encrypts messages over NATS; at least 32 characters, the same in every process. */
  readonly secretKey?: string | null;
  /** The key of processes that encrypt with another one while keys change. */
  readonly acceptedKey?: string | null;
  /** The name of the connection. */
  readonly name?: string;
  /** The prefix of reply subjects, `_INBOX` by default: permissions keep others from reading them. */
  readonly inboxPrefix?: string;
  /** How long a caller waits for a reply; 5 s by default. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /** Shared by the instances of a service; without it, each refuses only copies of what it has received itself. */
  readonly received?: ReceivedMessages | null;
  /** How often the NATS connection is checked; 2 s by default. */
  readonly pingIntervalMs?: number;
}
