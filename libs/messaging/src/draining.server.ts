import { BaseRpcContext, Server, type MessageHandler } from '@nestjs/microservices';
import { SharedProgress, whileProgressing, withProgress } from '@outlay/time';
import { lastValueFrom } from 'rxjs';
import { REQUEST_TIMEOUT_MS } from './message-client.js';
import { packError, packResponse, PROGRESS_PACKET, type ReplyPacket } from './reply-packet.js';

/** The grace is longer than any caller waits for a sign of progress. */
const GRACE_MS = REQUEST_TIMEOUT_MS + 1000;
/** The interval between signs of progress to a caller. */
const PROGRESS_EVERY_MS = REQUEST_TIMEOUT_MS / 10;

export abstract class DrainingServer extends Server {
  private readonly running = new Set<Promise<void>>();
  private readonly progress = new SharedProgress();

  constructor(private readonly graceMs = GRACE_MS) {
    super();
  }

  on(): void {}

  protected handle(handler: MessageHandler, packet: string, reply: (packet: ReplyPacket) => void): void {
    const work = this.serve(handler, packet, reply)
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => this.running.delete(work));
    this.running.add(work);
  }

  protected async drained(): Promise<void> {
    const ended = () => this.progress.wait(Promise.allSettled(this.running));
    await whileProgressing(ended, this.graceMs, 'Draining').catch((error: unknown) => this.logger.error(error));
  }

  private async serve(handler: MessageHandler, packet: string, reply: (packet: ReplyPacket) => void): Promise<void> {
    try {
      const handle = async (): Promise<unknown> => {
        const result: unknown = await handler(JSON.parse(packet), new BaseRpcContext([]));
        return lastValueFrom(this.transformToObservable(result));
      };
      const response = handler.extras?.grows ? await withProgress(this.reporting(reply), handle) : await handle();
      reply(packResponse(response));
    } catch (err) {
      reply(packError(err));
    }
  }

  private reporting(reply: (packet: ReplyPacket) => void): () => void {
    let reportedAt = performance.now();
    return () => {
      this.progress.made();
      const now = performance.now();
      if (now < reportedAt + PROGRESS_EVERY_MS) return;
      reportedAt = now;
      reply(PROGRESS_PACKET);
    };
  }
}
