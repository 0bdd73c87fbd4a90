import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import { OutlayError } from '@outlay/contracts';
import { DrainingServer } from '../draining.server.js';
import type { MessageSigner } from './message-signer.js';
import type { NatsLink } from './nats-link.js';
import { excessBytes, isGenuine, signedHeaders } from './signed-message.js';

/**
 * The receiving side over NATS: one queue group a service, so that one of its instances has each message. Nest's own
 * waits for NATS before it listens, and when it closes it drops what has arrived but was not handed out.
 */
export class NatsServer extends DrainingServer implements CustomTransportStrategy {
  private subscriptions: Subscription[] = [];

  constructor(
    private readonly link: NatsLink,
    private readonly queue: string,
    private readonly signer: MessageSigner,
  ) {
    super();
  }

  /** Calls back once the subscriptions are known to NATS, or at once where it is down; they follow when it is there. */
  listen(callback: () => void): void {
    this.link.onOpened(this.subscribe);
    void this.link.flush().then(() => callback());
  }

  /** Takes no more messages, hands out those on their way here, and waits for the ones being handled. */
  async close(): Promise<void> {
    this.link.forget(this.subscribe);
    await Promise.allSettled(this.subscriptions.map((subscription) => subscription.drain()));
    await this.drained();
    await this.link.flush();
  }

  unwrap<T>(): T {
    return this.link as T;
  }

  private readonly subscribe = (connection: NatsConnection): void => {
    this.subscriptions = [...this.messageHandlers].map(([subject, handler]) =>
      connection.subscribe(subject, {
        queue: this.queue,
        callback: (error, message) => {
          if (error) this.logger.error(`${subject}: ${error.message}`);
          else this.receive(connection, handler, message);
        },
      }),
    );
  };

  private receive(connection: NatsConnection, handler: MessageHandler, message: Msg): void {
    if (!isGenuine(this.signer, message)) {
      this.logger.warn(`Refused a message to ${message.subject} that no part of the system has signed`);
      const refusal = new OutlayError('FORBIDDEN', 'This message was not sent by a part of the system.');
      this.reply(connection, message, JSON.stringify({ err: refusal.toBody() }));
      return;
    }
    this.handle(handler, message.string(), (packet) => this.reply(connection, message, packet));
  }

  private reply(connection: NatsConnection, { subject, reply: inbox }: Msg, packet: string): void {
    // Where nobody waits or nobody can be told, the caller finds out by its own deadline.
    if (!inbox || connection.isClosed()) return;
    let payload = Buffer.from(packet);
    const excess = excessBytes(connection, payload);
    if (excess > 0) {
      this.logger.error(`The reply of ${subject} is ${excess} bytes larger than NATS lets pass`);
      const error = new OutlayError('INTERNAL', 'The answer is too large to be carried. Please ask for less at once.');
      payload = Buffer.from(JSON.stringify({ err: error.toBody() }));
    }
    connection.publish(inbox, payload, { headers: signedHeaders(this.signer, inbox, payload) });
  }
}
