import { Logger } from '@nestjs/common';
import type { Msg } from '@nats-io/transport-node';

const logger = new Logger('NATS');

/**
 * Wraps the callback of a subscription. A callback that threw would end the reader of its connection, so that the
 * process answered nothing until the connection is checked.
 */
export function messageCallback(
  subject: string,
  receive: (message: Msg) => void,
): (error: unknown, message: Msg) => void {
  return (error, message) => {
    try {
      if (error) throw error;
      receive(message);
    } catch (failure) {
      logger.error(`${subject}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  };
}
