import { isUnavailable } from '@outlay/documents';
import type { KnownHead, StreamBroken, TrailGuard } from '@outlay/event-sourcing';
import type { Quarantine } from './quarantine.js';

/** While the document store is down, decisions do not wait for it each time. */
const ASK_AGAIN_MS = 5_000;

/** Compares streams with the read model that was made from them. */
export class RowGuard implements TrailGuard {
  private silentUntil = 0;

  constructor(
    private readonly headOf: (id: string) => Promise<KnownHead | null>,
    private readonly quarantine: Pick<Quarantine, 'add'>,
  ) {}

  async knownHead(id: string): Promise<KnownHead | null> {
    if (performance.now() < this.silentUntil) return null;
    return this.headOf(id).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      this.silentUntil = performance.now() + ASK_AGAIN_MS;
      return null;
    });
  }

  /** The stream is refused either way. */
  async streamBroken(error: StreamBroken): Promise<void> {
    await this.quarantine.add(error).catch(() => undefined);
  }
}
