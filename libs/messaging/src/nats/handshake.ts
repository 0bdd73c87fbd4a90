import { Logger } from '@nestjs/common';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { HANDSHAKE_SUBJECT } from './handshake-subject.js';
import type { MessageSigner } from './message-signer.js';
import type { NatsLink } from './nats-link.js';
import { isGenuine, signedHeaders } from './signed-message.js';

const TIMEOUT_MS = 1_000;
/** In a row: a single process with another key answers only some of the requests. */
const TOLERATED = 3;

/** Finds out whether this process signs as the others do: otherwise each of its requests would end without an answer. */
export class Handshake {
  private readonly logger = new Logger('NATS');
  private hasBeenAccepted = false;
  private failures = 0;

  constructor(
    private readonly link: NatsLink,
    private readonly signer: MessageSigner,
  ) {}

  /** Also while nobody answers. */
  async isAccepted(): Promise<boolean> {
    const { connection } = this.link;
    if (!connection) return false;
    const payload = Buffer.from('{}');
    const request = { timeout: TIMEOUT_MS, headers: signedHeaders(this.signer, HANDSHAKE_SUBJECT, payload) };
    const reply = await connection.request(HANDSHAKE_SUBJECT, payload, request).catch(() => null);
    if (reply === null) return true;
    if (isGenuine(this.signer, reply)) {
      this.hasBeenAccepted = true;
      this.failures = 0;
      return true;
    }
    this.failures += 1;
    if (this.failures === 1) this.logger.error('Another part signs messages with another secret: compare JWT_SECRET');
    return this.hasBeenAccepted && this.failures < TOLERATED;
  }
}

/** One instance of any service answers. */
export function answerHandshakes(connection: NatsConnection, signer: MessageSigner): Subscription {
  return connection.subscribe(HANDSHAKE_SUBJECT, {
    queue: HANDSHAKE_SUBJECT,
    callback: (error, message) => {
      const payload = Buffer.from('{}');
      const { reply } = message;
      if (error || !reply) return;
      connection.publish(reply, payload, { headers: signedHeaders(signer, reply, payload) });
    },
  });
}
