import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import { throwError } from 'rxjs';
import { OutlayError } from '@outlay/contracts';
import { DrainingServer } from '../draining.server.js';
import { packError, toBytes, type ReplyPacket } from '../reply-packet.js';
import { answerHandshakes } from './handshake.js';
import { messageCallback } from './message-callback.js';
import type { MessageSeal } from './message-seal.js';
import type { NatsLink } from './nats-link.js';
import type { ReceivedOnce } from './received-once.js';
import { RefusedMessages } from './refused-messages.js';
import { excessBytes } from './message-size.js';

/** Nest's own server waits for NATS before it listens and drops undelivered messages when it closes. */
export class NatsServer extends DrainingServer implements CustomTransportStrategy {
  private subscriptions: Subscription[] = [];
  private readonly refused = new RefusedMessages();

  constructor(
    private readonly link: NatsLink,
    private readonly queue: string,
    private readonly seal: MessageSeal,
    private readonly received: ReceivedOnce,
  ) {
    super();
  }

  /** Calls back once NATS knows the subscriptions, or at once if it is down; they are made when it is back. */
  listen(callback: () => void): void {
    this.link.addListener(this.subscribe);
    void this.link.flush().then(() => callback());
  }

  async close(): Promise<void> {
    this.link.removeListener(this.subscribe);
    await Promise.allSettled(this.subscriptions.map((subscription) => subscription.drain()));
    await this.drained();
    await this.link.flush();
  }

  unwrap<T>(): T {
    return this.link as T;
  }

  private readonly subscribe = (connection: NatsConnection): void => {
    const requests = [...this.messageHandlers].map(([subject, handler]) =>
      connection.subscribe(subject, {
        queue: this.queue,
        callback: messageCallback(subject, (message) => this.receive(connection, handler, message)),
      }),
    );
    const handshakes = requests.length === 0 ? [] : [answerHandshakes(connection, this.seal)];
    this.subscriptions = [...requests, ...handshakes];
  };

  private receive(connection: NatsConnection, handler: MessageHandler, message: Msg): void {
    const { subject } = message;
    const opened = this.seal.open(subject, message.data);
    if (!opened || !this.received.isFirst(opened.id)) {
      const err = this.refused.refuse(subject, opened ? 'repeated' : 'unreadable');
      this.reply(connection, message, packError(err));
      return;
    }
    const handle = handler.extras?.readOnly ? handler : this.once(handler, subject, opened.id);
    this.handle(handle, opened.payload.toString(), (packet) => this.reply(connection, message, packet));
  }

  /** Asks the other instances too, which takes a round trip: only for messages that change something. */
  private once(handler: MessageHandler, subject: string, id: string): MessageHandler {
    const once: MessageHandler = async (data, context) => {
      if (await this.received.isFirstOfAll(id)) return handler(data, context);
      return throwError(() => this.refused.refuse(subject, 'repeated'));
    };
    return Object.assign(once, { extras: handler.extras });
  }

  private reply(connection: NatsConnection, { subject, reply: inbox }: Msg, packet: ReplyPacket): void {
    // Without an inbox or a connection the caller runs into its own timeout.
    if (!inbox || connection.isClosed()) return;
    let payload = toBytes(packet);
    const excess = excessBytes(connection, payload);
    if (excess > 0) {
      this.logger.error(`The reply of ${subject} is ${excess} bytes larger than NATS accepts`);
      const error = new OutlayError('INTERNAL', 'The answer is too large to be carried. Please ask for less at once.');
      payload = toBytes(packError(error.toBody()));
    }
    connection.publish(inbox, this.seal.seal(inbox, payload));
  }
}
