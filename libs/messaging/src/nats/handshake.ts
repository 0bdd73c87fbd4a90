import { Logger } from '@nestjs/common';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { HANDSHAKE_SUBJECT } from './handshake-subject.js';
import { messageCallback } from './message-callback.js';
import type { MessageSeal } from './message-seal.js';
import type { NatsLink } from './nats-link.js';

const EMPTY = Buffer.alloc(0);
const TIMEOUT_MS = 1_000;
/** The number of refusals in a row: a single process with another key answers only some of the requests. */
const TOLERATED = 3;

/** Finds out whether this process has the secret of the others: otherwise each of its requests would end without an answer. */
export class Handshake {
  private readonly logger = new Logger('NATS');
  private hasBeenAccepted = false;
  private failures = 0;

  constructor(
    private readonly link: NatsLink,
    private readonly seal: MessageSeal,
  ) {}

  /** Checks also while no request is under way. */
  async isAccepted(): Promise<boolean> {
    const { connection } = this.link;
    if (!connection) return false;
    const greeting = this.seal.seal(HANDSHAKE_SUBJECT, EMPTY);
    const reply = await connection.request(HANDSHAKE_SUBJECT, greeting, { timeout: TIMEOUT_MS }).catch(() => null);
    if (reply === null) return true;
    if (this.seal.open(reply.subject, reply.data)) {
      this.hasBeenAccepted = true;
      this.failures = 0;
      return true;
    }
    this.failures += 1;
    if (this.failures === 1)
      this.logger.error('Another part encrypts messages with another secret: compare JWT_SECRET');
    return this.hasBeenAccepted && this.failures < TOLERATED;
  }
}

/** One instance of any service answers. */
export function answerHandshakes(connection: NatsConnection, seal: MessageSeal): Subscription {
  return connection.subscribe(HANDSHAKE_SUBJECT, {
    queue: HANDSHAKE_SUBJECT,
    callback: messageCallback(HANDSHAKE_SUBJECT, ({ reply }) => {
      if (reply) connection.publish(reply, seal.seal(reply, EMPTY));
    }),
  });
}
