import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { unpackReply } from '../reply-packet.js';
import type { MessageHub } from './message-hub.js';

/** Serialises messages, so that nothing is shared by reference. */
export class InProcessClient extends ClientProxy {
  constructor(private readonly hub: MessageHub) {
    super();
  }

  async connect(): Promise<void> {}

  close(): void {}

  unwrap<T>(): T {
    return this.hub as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    let open = true;
    try {
      this.hub.deliver(String(packet.pattern), JSON.stringify(packet.data), (reply) => {
        if (open) callback(unpackReply(reply));
      });
    } catch (error) {
      callback({ err: error, isDisposed: true });
    }
    return () => {
      open = false;
    };
  }

  protected async dispatchEvent<T>(packet: ReadPacket): Promise<T> {
    this.hub.deliver(String(packet.pattern), JSON.stringify(packet.data), () => undefined);
    return undefined as T;
  }
}
