import {
  createInbox,
  headers,
  RequestError,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { OutlayError, type MessageContext } from '@outlay/contracts';
import type { IdSource } from '@outlay/time';
import { FOLLOWED } from './followed-inbox.js';
import { NoRespondersError } from '../no-responders.error.js';
import { outcomeUnknownError } from '../outcome-unknown.error.js';
import { fromBytes, unpackReply } from '../reply-packet.js';
import type { MessageSeal } from './message-seal.js';
import type { NatsLink } from './nats-link.js';
import { excessBytes } from './message-size.js';

const NO_RESPONDERS = 503;

/** Nest's client subscribes per request, waits while NATS is down, and takes a missing service for an empty reply. */
export class NatsClient extends ClientProxy {
  constructor(
    private readonly link: NatsLink,
    private readonly seal: MessageSeal,
    private readonly timeoutMs: number,
    private readonly ids: IdSource,
    private readonly inboxPrefix = '_INBOX',
  ) {
    super();
  }

  async connect(): Promise<void> {}

  close(): void {}

  unwrap<T>(): T {
    return this.link as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const subject = String(packet.pattern);
    if ((packet.data as { readonly grows?: true }).grows) return this.follow(subject, packet.data, callback);
    let open = true;
    void this.request(subject, packet.data)
      .catch((err: unknown): WritePacket => ({ err }))
      .then((reply) => {
        if (open) callback({ ...reply, isDisposed: true });
      });
    return () => {
      open = false;
    };
  }

  /** Uses an inbox of its own, since NATS answers a request once, and lets a service reply to it for seconds only. */
  private follow(subject: string, data: unknown, callback: (packet: WritePacket) => void): () => void {
    try {
      const { connection, sealed, ...options } = this.prepare(subject, data);
      const inbox = createInbox(`${this.inboxPrefix}.${FOLLOWED}`);
      const copies = new Set<string>();
      const hear = (message: Msg) => {
        if (message.headers?.code === NO_RESPONDERS) throw new NoRespondersError(subject);
        const opened = this.seal.open(message.subject, message.data);
        // A recorded sign of progress that is sent again keeps nobody waiting.
        if (!opened || copies.has(opened.id)) return;
        copies.add(opened.id);
        callback(unpackReply(fromBytes(opened.payload)));
      };
      const subscription = connection.subscribe(inbox, {
        callback: (error, message) => {
          try {
            if (error) throw error;
            hear(message);
          } catch (err) {
            callback({ err, isDisposed: true });
          }
        },
      });
      connection.publish(subject, sealed, { ...options, reply: inbox });
      return () => subscription.unsubscribe();
    } catch (err) {
      callback({ err, isDisposed: true });
      return () => undefined;
    }
  }

  protected async dispatchEvent<T>(packet: ReadPacket): Promise<T> {
    const subject = String(packet.pattern);
    const { connection, sealed, ...options } = this.prepare(subject, packet.data);
    connection.publish(subject, sealed, options);
    return undefined as T;
  }

  private async request(subject: string, data: unknown): Promise<WritePacket> {
    const { connection, sealed, ...options } = this.prepare(subject, data);
    const reply = await connection
      .request(subject, sealed, { timeout: this.timeoutMs, ...options })
      .catch((error: unknown): Msg => {
        throw toRequestError(error, subject);
      });
    const opened = this.seal.open(reply.subject, reply.data);
    if (!opened) throw outcomeUnknownError(subject);
    return unpackReply(fromBytes(opened.payload));
  }

  private prepare(subject: string, data: unknown) {
    const connection = this.connectionNow();
    const { context, grows: _, ...envelope } = data as { readonly context: MessageContext; readonly grows?: true };
    const identified = { ...context, messageId: this.ids.uuid() };
    const payload = Buffer.from(JSON.stringify({ ...envelope, context: identified }));
    const excess = excessBytes(connection, payload);
    if (excess > 0) {
      throw new OutlayError('FILE_TOO_LARGE', `The request is too large: ${excess} bytes more than can be carried.`);
    }
    return { connection, sealed: this.seal.seal(subject, payload), headers: headersOf(context) };
  }

  private connectionNow(): NatsConnection {
    const { connection } = this.link;
    if (!connection) throw new Error('NATS is not reachable');
    return connection;
  }
}

/** The headers are not encrypted, for tools that watch the bus. */
function headersOf({ correlationId }: MessageContext): MsgHdrs {
  const named = headers();
  named.set('Outlay-Correlation-Id', encodeURIComponent(correlationId));
  return named;
}

function toRequestError(error: unknown, subject: string): unknown {
  if (!(error instanceof RequestError)) return outcomeUnknownError(subject);
  if (error.isNoResponders()) return new NoRespondersError(subject);
  // With a cause, the server rejected the publish; without one, the connection was closed meanwhile.
  return error.cause ?? outcomeUnknownError(subject);
}
