import type { CustomTransportStrategy } from '@nestjs/microservices';
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
