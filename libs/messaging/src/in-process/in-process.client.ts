import type { Envelope, Transport } from '../message-client.js';
import { unpackReply, type Heard } from '../reply-packet.js';
import type { MessageHub } from './message-hub.js';

/** Serialises messages, so that nothing is shared by reference. */
export class InProcessClient implements Transport {
  constructor(private readonly hub: MessageHub) {}

  send(subject: string, envelope: Envelope, hear: (heard: Heard) => void): () => void {
    this.hub.deliver(subject, JSON.stringify(envelope), (reply) => hear(unpackReply(reply)));
    return () => undefined;
  }
}
