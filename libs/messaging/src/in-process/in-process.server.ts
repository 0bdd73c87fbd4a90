import type { CustomTransportStrategy } from '@nestjs/microservices';
import { DrainingServer } from '../draining.server.js';
import type { MessageHub, Receiver } from './message-hub.js';

export class InProcessServer extends DrainingServer implements CustomTransportStrategy {
  private readonly receivers: Receiver[] = [];

  constructor(
    private readonly hub: MessageHub,
    graceMs?: number,
  ) {
    super(graceMs);
  }

  listen(callback: () => void): void {
    for (const [subject, handler] of this.messageHandlers) {
      const receiver: Receiver = (packet, reply) => this.handle(handler, packet, reply);
      this.receivers.push(receiver);
      this.hub.subscribe(subject, receiver);
    }
    callback();
  }

  async close(): Promise<void> {
    for (const receiver of this.receivers.splice(0)) this.hub.unsubscribe(receiver);
    await this.drained();
  }

  unwrap<T>(): T {
    return this.hub as T;
  }
}
