import { BaseRpcContext, Server, type MessageHandler } from '@nestjs/microservices';
import { setTimeout } from 'node:timers/promises';
import { lastValueFrom } from 'rxjs';
import { REQUEST_TIMEOUT_MS } from './message-client.js';

/** A little longer than any caller would wait. */
const GRACE_MS = REQUEST_TIMEOUT_MS + 1000;

/** What every receiving side does: hands messages to their handlers, and waits for those under way when it closes. */
export abstract class DrainingServer extends Server {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly graceMs = GRACE_MS) {
    super();
  }

  on(): void {}

  /** Handles a serialised packet and replies with another, whatever happens. */
  protected handle(handler: MessageHandler, packet: string, reply: (packet: string) => void): void {
    const work = this.serve(handler, packet, reply)
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => this.running.delete(work));
    this.running.add(work);
  }

  /** Waits for the messages under way, not for one that hangs. */
  protected async drained(): Promise<void> {
    const grace = new AbortController();
    await Promise.race([
      Promise.allSettled(this.running),
      setTimeout(this.graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
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
