import {
  createInbox,
  headers,
  RequestError,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';
import { OutlayError, type MessageContext } from '@outlay/contracts';
import type { IdSource } from '@outlay/time';
import type { Envelope, Transport } from '../message-client.js';
import { FOLLOWED } from './followed-inbox.js';
import { NoRespondersError } from '../no-responders.error.js';
import { outcomeUnknownError } from '../outcome-unknown.error.js';
import { fromBytes, unpackReply, type Heard } from '../reply-packet.js';
import type { MessageSeal } from './message-seal.js';
import type { NatsLink } from './nats-link.js';
import { excessBytes } from './message-size.js';

const NO_RESPONDERS = 503;

/** Nest's client subscribes per request, waits while NATS is down, and takes a missing service for an empty reply. */
export class NatsClient implements Transport {
  constructor(
    private readonly link: NatsLink,
    private readonly seal: MessageSeal,
    private readonly timeoutMs: number,
    private readonly ids: IdSource,
    private readonly inboxPrefix = '_INBOX',
  ) {}

  send(subject: string, envelope: Envelope, hear: (heard: Heard) => void): () => void {
    if (envelope.grows) return this.follow(subject, envelope, hear);
    this.request(subject, envelope).then(hear, (err: unknown) => hear({ err }));
    return () => undefined;
  }

  /** Uses an inbox of its own, since NATS answers a request once, and lets a service reply to it for seconds only. */
  private follow(subject: string, envelope: Envelope, hear: (heard: Heard) => void): () => void {
    const { connection, sealed, ...options } = this.prepare(subject, envelope);
    const inbox = createInbox(`${this.inboxPrefix}.${FOLLOWED}`);
    const copies = new Set<string>();
    const heardIn = (message: Msg): Heard | null => {
      if (message.headers?.code === NO_RESPONDERS) throw new NoRespondersError(subject);
      const opened = this.seal.open(message.subject, message.data);
      // A recorded sign of progress that is sent again keeps nobody waiting.
      if (!opened || copies.has(opened.id)) return null;
      copies.add(opened.id);
      return unpackReply(fromBytes(opened.payload));
    };
    const subscription = connection.subscribe(inbox, {
      callback: (error, message) => {
        try {
          if (error) throw error;
          const heard = heardIn(message);
          if (heard !== null) hear(heard);
        } catch (err) {
          hear({ err });
        }
      },
    });
    connection.publish(subject, sealed, { ...options, reply: inbox });
    return () => subscription.unsubscribe();
  }

  private async request(subject: string, envelope: Envelope): Promise<Heard> {
    const { connection, sealed, ...options } = this.prepare(subject, envelope);
    const reply = await connection
      .request(subject, sealed, { timeout: this.timeoutMs, ...options })
      .catch((error: unknown): Msg => {
        throw toRequestError(error, subject);
      });
    const opened = this.seal.open(reply.subject, reply.data);
    if (!opened) throw outcomeUnknownError(subject);
    return unpackReply(fromBytes(opened.payload));
  }

  private prepare(subject: string, { context, request, trace }: Envelope) {
    const connection = this.connectionNow();
    const identified = { ...context, messageId: this.ids.uuid() };
    const payload = Buffer.from(JSON.stringify({ request, trace, context: identified }));
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
