import { BaseRpcContext, Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { setTimeout } from 'node:timers/promises';
import { lastValueFrom } from 'rxjs';
import { REQUEST_TIMEOUT_MS } from '../message-client.js';
import type { MessageHub, Receiver } from './message-hub.js';

/** The receiving side of the in-process transport, a Nest microservice strategy like that of NATS. */
export class InProcessServer extends Server implements CustomTransportStrategy {
  private readonly running = new Set<Promise<void>>();
  private readonly receivers: Receiver[] = [];

  constructor(
    private readonly hub: MessageHub,
    private readonly graceMs = REQUEST_TIMEOUT_MS + 1000,
  ) {
    super();
  }

  listen(callback: () => void): void {
    for (const [subject, handler] of this.messageHandlers) {
      const receiver: Receiver = (packet, reply) => {
        const work = this.serve(handler, packet, reply).finally(() => this.running.delete(work));
        this.running.add(work);
      };
      this.receivers.push(receiver);
      this.hub.subscribe(subject, receiver);
    }
    callback();
  }

  /** Takes no more messages and waits for the ones being handled, a little longer than any caller would. */
  async close(): Promise<void> {
    for (const receiver of this.receivers.splice(0)) this.hub.unsubscribe(receiver);
    const grace = new AbortController();
    await Promise.race([
      Promise.allSettled(this.running),
      setTimeout(this.graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
  }

  on(): void {}

  unwrap<T>(): T {
    return this.hub as T;
  }

  private async serve(handler: MessageHandler, packet: string, reply: (packet: string) => void): Promise<void> {
    try {
      const result: unknown = await handler(JSON.parse(packet), new BaseRpcContext([]));
      const response: unknown = await lastValueFrom(this.transformToObservable(result));
      reply(JSON.stringify({ response }));
    } catch (err) {
      reply(JSON.stringify({ err }));
    }
  }
}
