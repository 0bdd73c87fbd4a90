import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { MessageClient } from './message-client.js';

/** What carries the messages of a process, whichever transport it is. */
export interface Messaging {
  readonly client: MessageClient;
  /**
   * The receiving side of one service, for `NestFactory.createMicroservice({ strategy })`. Instances of a service
   * share its name, and each message reaches one of them. Closing it loses no message it has taken.
   */
  server(service: string): CustomTransportStrategy;
  /** Whether a message could travel now; known within a second. */
  isReady(): Promise<boolean>;
  /** To be closed after every server and caller. */
  close(): Promise<void>;
}
