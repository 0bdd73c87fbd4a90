import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent, Position, RecordedEvent } from '../event-store.js';

/** A name no other test has used; its streams are `<category>-…`. */
export const newCategory = () => `t${randomUUID().replaceAll('-', '')}`;
export const newStream = () => `${newCategory()}-1`;

/** The URL of a namespace on the EventStoreDB of a URL; by default of one that no other test has used. */
export function inNamespace(url: string, namespace = newCategory()): string {
  return `${url}${url.includes('?') ? '&' : '?'}namespace=${namespace}`;
}

export function anEvent(data: unknown = {}): NewEvent {
  return { id: randomUUID(), type: 'SomethingHappened', data, metadata: { at: '2026-01-01T00:00:00.000Z' } };
}

/** Everything under the prefixes, in the one order, read in small pages. */
export async function readAllOf(
  store: EventStore,
  prefixes: readonly string[],
  after: Position | null = null,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let from = after; ;) {
    const page = await store.readAll({ prefixes, after: from, limit: 7 });
    events.push(...page);
    const last = page.at(-1);
    if (!last) return events;
    from = last.position;
  }
}

/** Events as a handler got them, and a way to wait for so many of them. */
export class Inbox {
  readonly events: RecordedEvent[] = [];
  private readonly waiting: { count: number; resolve: () => void }[] = [];

  add(event: RecordedEvent): void {
    this.events.push(event);
    for (const { count, resolve } of this.waiting) if (this.events.length >= count) resolve();
  }

  holds(count: number): Promise<void> {
    if (this.events.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ count, resolve }));
  }
}

/** A promise that the test settles. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
