import type { RecordedEvent } from '@outlay/event-store';

export interface EventHandler {
  handle(event: RecordedEvent): Promise<void>;
  /** Projects the stream again, whatever the read model has of it. */
  project(stream: string): Promise<void>;
  /** Whether the store takes a write of another stream's document. */
  canWriteOtherDocuments(stream: string): Promise<boolean>;
}
