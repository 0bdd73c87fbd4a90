import { NoSubscriberError } from '../no-subscriber.error.js';

export type Receiver = (packet: string, reply: (packet: string) => void) => void;

/** The exchange of the standalone profile: subjects and who serves them; with several servers they take turns. */
export class MessageHub {
  private readonly receivers = new Map<string, Receiver[]>();
  private turn = 0;

  subscribe(subject: string, receiver: Receiver): void {
    this.receivers.set(subject, [...(this.receivers.get(subject) ?? []), receiver]);
  }

  unsubscribe(receiver: Receiver): void {
    for (const [subject, receivers] of this.receivers) {
      const left = receivers.filter((other) => other !== receiver);
      if (left.length > 0) this.receivers.set(subject, left);
      else this.receivers.delete(subject);
    }
  }

  /** Hands a serialised packet to one server of the subject. Throws NoSubscriberError where there is none. */
  deliver(subject: string, packet: string, reply: (packet: string) => void): void {
    const receivers = this.receivers.get(subject);
    const receiver = receivers?.[this.turn++ % receivers.length];
    if (!receiver) throw new NoSubscriberError(subject);
    receiver(packet, reply);
  }
}
