import { NoRespondersError } from '../no-responders.error.js';
import type { ReplyPacket } from '../reply-packet.js';

export type Receiver = (packet: string, reply: (packet: ReplyPacket) => void) => void;

/** Routes messages by subject in the standalone profile, round robin over several servers. */
export class MessageHub {
  private readonly receivers = new Map<string, Receiver[]>();
  private next = 0;

  subscribe(subject: string, receiver: Receiver): void {
    this.receivers.set(subject, [...(this.receivers.get(subject) ?? []), receiver]);
  }

  unsubscribe(receiver: Receiver): void {
    for (const [subject, receivers] of this.receivers) {
      const remaining = receivers.filter((other) => other !== receiver);
      if (remaining.length > 0) this.receivers.set(subject, remaining);
      else this.receivers.delete(subject);
    }
  }

  /** @throws NoRespondersError if the subject has no server */
  deliver(subject: string, packet: string, reply: (packet: ReplyPacket) => void): void {
    const receivers = this.receivers.get(subject);
    const receiver = receivers?.[this.next++ % receivers.length];
    if (!receiver) throw new NoRespondersError(subject);
    receiver(packet, reply);
  }
}
