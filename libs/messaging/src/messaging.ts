import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Clock } from '@outlay/time';
import type { MessageClient } from './message-client.js';

/** The message transport of a process. */
export interface Messaging {
  readonly client: MessageClient;
  /**
   * The receiving side of a service, for `NestFactory.createMicroservice({ strategy })`. Instances of a service share
   * its name, and each message reaches one of them. Closing it waits for the messages it has received.
   */
  server(service: string): CustomTransportStrategy;
  /** Whether messages can be sent now; resolves within a second. */
  isReady(): Promise<boolean>;
  /** Call after closing every server and caller. */
  close(): Promise<void>;
}

export interface MessagingOptions {
  /**
   * NATS servers, separated by commas: `nats://user:password@host:4222` or `nats://token@host:4222`, `tls://` to
   * encrypt. Without a URL, messages stay within the process.
   */
  readonly url?: string | null;
  /** Signs messages over NATS; at least 32 characters, the same in every process. */
  readonly signingKey?: string | null;
  /** A NATS credentials file (JWT and seed), instead of a user in the URL. */
  readonly credentialsFile?: string | null;
  /** The client name shown by the NATS server. */
  readonly name?: string;
  /** How long a caller waits for a reply; 5 s by default. */
  readonly timeoutMs?: number;
  /** The time of signatures. */
  readonly clock?: Clock;
  /** How often the NATS connection is checked; 2 s by default. */
  readonly pingIntervalMs?: number;
}
