import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { RecordedEvent } from '../event-store.js';
import { toRecordedEvent } from './event-data.js';
import { IdleTimeout } from './idle-timeout.js';

/** The events of a read that ends by itself. */
export async function collect(read: StreamingRead<ResolvedEvent>, idleMs: number): Promise<RecordedEvent[]> {
  // The client emits errors without ending the stream, even when there is no listener any more.
  read.on('error', (error: Error) => read.destroy(error));
  const idle = new IdleTimeout(idleMs, (reason) => read.destroy(reason));
  const events: RecordedEvent[] = [];
  try {
    for await (const item of read) {
      idle.refresh();
      events.push(toRecordedEvent(item));
    }
    return events;
  } finally {
    idle.stop();
    read.cancel().catch(() => undefined);
  }
}
